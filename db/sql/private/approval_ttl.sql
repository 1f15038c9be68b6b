-- How long people have to decide. Two people need time to meet, so the highest tier is not the shortest.
create function airlock.approval_ttl(p_tier text)
returns interval language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case p_tier when 'low' then interval '60 minutes' when 'high' then interval '15 minutes' else interval '30 minutes' end
$$;

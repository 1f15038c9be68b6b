-- How long people have to decide. Two people need time to meet, so the highest tier is not the shortest.
create function airlock.approval_ttl(p_tier text)
returns interval language sql stable
as $$
  select make_interval(mins => airlock.setting('approval_minutes_' || p_tier)::int)
$$;

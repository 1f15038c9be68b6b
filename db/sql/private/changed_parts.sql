-- The parts in which two contracts differ. White space in a text for people and models is no difference.
create function airlock.changed_parts(p_before jsonb, p_after jsonb)
returns text[] language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(key order by key), '{}') from jsonb_object_keys(p_before || p_after) key
  where p_before -> key is distinct from p_after -> key and not coalesce(
    jsonb_typeof(p_before -> key) = 'string' and jsonb_typeof(p_after -> key) = 'string' and key in ('title', 'description', 'summary')
      and regexp_replace(btrim(p_before ->> key), E'\\s+', ' ', 'g') = regexp_replace(btrim(p_after ->> key), E'\\s+', ' ', 'g'), false)
$$;

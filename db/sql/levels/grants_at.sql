-- What a policy gives at a level. What one of the four takes a person for, those below it take one for as well, whether they say so or not: which
-- tools a level refuses goes by their category, and a tool's action need not be of its category, so a level that left such a word out would free by
-- a demotion what took a person before.
create function airlock.grants_at(p_policy jsonb, p_level text)
returns jsonb language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select l.grants || case when o.place is null then '{}' else jsonb_build_object('requires_approval', (
    select coalesce(jsonb_agg(distinct w), '[]') from unnest(o.names[o.place:]) u (name)
    cross join lateral jsonb_array_elements(coalesce(p_policy #> array['tool_access', 'levels', u.name, 'requires_approval'], '[]')) w)) end
  from (select p_policy #> array['tool_access', 'levels', p_level] as grants) l
  cross join lateral (
    select n.names, array_position(n.names, p_level) as place from (select array['sandboxed', 'restricted', 'standard', 'elevated']) n (names)
  ) o
$$;

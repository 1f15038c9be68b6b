-- What a policy gives at a level. What one of the four takes a person for, those below it take one for as well, whether they say so or not. A level
-- without network refuses most of what the one above asks about by its category, and not all: an agent's entry may allow a tool by name, and an action type
-- that an admin registered is of any category. Such a call, which took a person, would be freed by a demotion.
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

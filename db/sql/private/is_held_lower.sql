-- Whether raising an agent in one scope to a level would change nothing it acts at, because the other scopes all hold it lower.
create function airlock.is_held_lower(p_agent uuid, p_category text, p_level text)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_category = 'all' then count(*) filter (where t.category <> 'all' and lower) = 12 else count(*) filter (where t.category = 'all' and lower) = 1 end
  from agents.agent_trust t
  cross join lateral (
    select array_position(array['sandboxed', 'restricted', 'standard', 'elevated'], t.level)
      < array_position(array['sandboxed', 'restricted', 'standard', 'elevated'], p_level)) l (lower)
  where t.agent_id = p_agent
$$;

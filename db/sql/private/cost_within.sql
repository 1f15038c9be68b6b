-- What the calls of these tools (null: of all) that an agent made in the last while cost: what was reported, or what the contract allows as long as
-- nothing was. Two sums, each over what can cost something, the second by version: an agent's many calls that cost nothing are not looked at.
create function airlock.cost_within(p_agent uuid, p_tools uuid[], p_window interval, p_except uuid)
returns numeric language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((
    select sum(i.cost_estimate) from agents.tool_invocations i
    where i.agent_id = p_agent and i.cost_estimate > 0 and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window
      and (p_tools is null or i.tool_id = any (p_tools))
      and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
  ), 0) + coalesce((
    select sum(v.max_cost * of.unreported) from agents.tool_versions v cross join lateral (
      select count(*) as unreported from agents.tool_invocations i
      where i.agent_id = p_agent and i.tool_id = v.tool_id and i.tool_version_id = v.id and i.cost_estimate is null
        and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window
        and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    ) of
    where v.max_cost > 0 and (p_tools is null or v.tool_id = any (p_tools))
  ), 0)
$$;

-- What the calls of these tools (null: of all) that an agent made in the last while cost: what was reported, or what the contract allows as long as
-- nothing was. Added up by version, so that a contract is looked at once and not once a call.
create function airlock.cost_within(p_agent uuid, p_tools uuid[], p_window interval, p_except uuid)
returns numeric language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(coalesce(of.reported, 0) + of.unreported * coalesce(v.max_cost, 0)), 0)
  from (
    select i.tool_version_id, sum(i.cost_estimate) as reported, count(*) filter (where i.cost_estimate is null) as unreported
    from agents.tool_invocations i
    where i.agent_id = p_agent and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window
      and (p_tools is null or i.tool_id = any (p_tools))
      and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    group by i.tool_version_id
  ) of
  join agents.tool_versions v on v.id = of.tool_version_id
$$;

-- The calls that an agent made in the last while, of a tool, of an action or of all, and what they cost: what was reported, or what
-- the contract allows as long as nothing was. Ids are in the order of time, so that only the last of an agent's are looked at.
create function airlock.spent(p_agent uuid, p_subject_kind text, p_subject text, p_window interval, p_except uuid, out calls int, out cost numeric)
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int, coalesce(sum(coalesce(i.cost_estimate, v.max_cost, 0)), 0)
  from agents.tool_invocations i
  join agents.tools_registry t on t.id = i.tool_id
  join agents.tool_versions v on v.id = i.tool_version_id
  where i.agent_id = p_agent and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window
    and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    and (p_subject is null or (p_subject_kind = 'tool' and t.name = p_subject)
      or (p_subject_kind = 'action' and p_subject = any (airlock.words_for(t.action_type, t.category))))
$$;

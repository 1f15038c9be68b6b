-- What the database would decide if these agents asked for this tool now: for each its terms and the lines of the trace. Nothing
-- is written. The caller's own checks are not among the lines; they could only narrow.
create function agents.fn_rehearse_call(p_session text, p_tool_id uuid, p_agents uuid[])
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  if coalesce(cardinality(p_agents), 0) not between 1 and 200 then
    perform airlock.refuse('AL026', 'A rehearsal is of 1 to 200 agents.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('agentId', c.agent_id, 'agentName', c.agent_name, 'actsAt', c.acts_at, 'grants', c.grants,
      'projectRoot', c.project_root, 'permission', airlock.permission_of(c), 'narrowings', airlock.narrowings_of(c), 'enforceToolPolicies', c.enforce_tool_policies, 'frozen', c.frozen_at is not null, 'toolState', c.tool_state, 'versionId', c.version_id,
      'versionState', c.version_state, 'definitionHash', c.definition_hash, 'requiresApproval', c.requires_approval, 'alarmed', c.alarmed,
      'permission', airlock.permission_of(c), 'narrowings', airlock.narrowings_of(c), 'enforceToolPolicies', c.enforce_tool_policies,
      'policyVersion', c.policy_version, 'tier', airlock.tier_of(c.risk, c.safety_class, c.alarmed), 'lines', airlock.decide_call(c, null, null))
      order by c.agent_name), '[]')
    from airlock.call_terms c where c.tool_id = p_tool_id and c.agent_id = any (p_agents));
end
$$;

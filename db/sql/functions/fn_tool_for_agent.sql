-- The contract in force and the asking agent's reach: what the gateway checks a call against. Only a live key gets it. What the policy refuses
-- an agent is answered as any other tool, so that the call can be refused with its reason, or as if there were none: a setting says which.
create function agents.fn_tool_for_agent(p_key text, p_tool text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  terms airlock.call_terms;
  answer jsonb;
begin
  select t.* into terms from airlock.call_terms t where t.agent_id = asking_key.agent_id and t.tool_name = p_tool;
  select jsonb_build_object(
    'agentId', c.agent_id, 'agentName', c.agent_name, 'accessLevel', c.acts_at, 'grants', c.grants,
    'projectRoot', c.project_root, 'toolState', c.tool_state, 'versionState', c.version_state,
    'definitionHash', c.definition_hash, 'policyVersion', c.policy_version, 'contract', v.contract, 'narrowings', airlock.narrowings_of(terms), 'enforceToolPolicies', c.enforce_tool_policies,
    'permission', airlock.permission_of(terms), 'checks', airlock.outside_checks(c.tool_name), 'alone', c.constraints is not null or c.counted)
  into answer
  from (select (terms).*) c
  left join agents.tool_versions v on v.id = c.version_id
  where c.agent_id is not null;
  if answer is null or (airlock.setting('hide_refused_tools') = 1 and not airlock.permits(terms)) then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  return answer;
end
$$;

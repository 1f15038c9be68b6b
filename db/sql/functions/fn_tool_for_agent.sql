-- The contract in force and the asking agent's reach: what the gateway checks a call against. Only a live key gets it. What the policy refuses
-- an agent is answered as any other tool, so that the call can be refused with its reason, or as if there were none: a setting says which.
-- Who brings the word that an answer came with (`known`) is told so where the answer would be the same, which costs a tenth of telling it anew.
create function agents.fn_tool_for_agent(p_key text, p_tool text, p_known text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  -- Read before what it stands for: a change in between makes it too old, and never too new.
  state record := airlock.state_of_terms();
  terms airlock.call_terms;
  answer jsonb;
begin
  if state.word = p_known then
    return '{"unchanged": true}';
  end if;
  select t.* into terms from airlock.call_terms t where t.agent_id = asking_key.agent_id and t.tool_name = p_tool;
  select jsonb_build_object(
    'agentId', c.agent_id, 'agentName', c.agent_name, 'accessLevel', c.acts_at, 'grants', c.grants,
    'projectRoot', c.project_root, 'toolState', c.tool_state, 'versionState', c.version_state,
    'definitionHash', c.definition_hash, 'policyVersion', c.policy_version, 'contract', v.contract, 'narrowings', airlock.narrowings_of(terms), 'enforceToolPolicies', c.enforce_tool_policies,
    'permission', airlock.permission_of(terms), 'checks', airlock.outside_checks(c.tool_name), 'alone', c.constraints is not null or c.counted,
    -- Rules that end by themselves change without a change.
    'known', case when state.settled and not exists (select from agents.profile_rules r where r.profile_id = any (c.profile_ids) and r.until is not null) then state.word end)
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

-- The contract in force and the asking agent's reach: what the gateway checks a call against. Only a live key gets it.
create function agents.fn_tool_for_agent(p_key text, p_tool text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  answer jsonb;
begin
  select jsonb_build_object(
    'agentId', a.id, 'agentName', a.name, 'accessLevel', acts.at, 'grants', airlock.grants_at(a, acts.at),
    'projectRoot', a.project_root, 'toolState', t.state, 'versionState', v.state,
    'definitionHash', v.definition_hash, 'contract', v.contract)
  into answer
  from agents.agents a
  cross join agents.tools_registry t
  left join agents.tool_versions v on v.id = t.pinned_version_id
  cross join lateral airlock.effective_level(a, t.category) acts(at)
  where a.id = asking_key.agent_id and t.name = p_tool;
  if answer is null then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  return answer;
end
$$;

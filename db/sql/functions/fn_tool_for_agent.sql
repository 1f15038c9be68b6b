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
    'agentId', c.agent_id, 'agentName', c.agent_name, 'accessLevel', c.acts_at, 'grants', c.grants,
    'projectRoot', c.project_root, 'toolState', c.tool_state, 'versionState', c.version_state,
    'definitionHash', c.definition_hash, 'contract', v.contract)
  into answer
  from airlock.call_terms c
  left join agents.tool_versions v on v.id = c.version_id
  where c.agent_id = asking_key.agent_id and c.tool_name = p_tool;
  if answer is null then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  return answer;
end
$$;

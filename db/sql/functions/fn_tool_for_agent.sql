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
    'agentId', a.id, 'agentName', a.name, 'accessLevel', a.access_level,
    'grants', case when a.access_level = 'custom' then a.custom_grants else l.grants end,
    'projectRoot', a.project_root, 'toolState', t.state, 'versionState', v.state,
    'definitionHash', v.definition_hash, 'contract', v.contract)
  into answer
  from agents.agents a
  left join agents.access_levels l on l.level = a.access_level
  cross join agents.tools_registry t
  left join agents.tool_versions v on v.id = t.pinned_version_id
  where a.id = asking_key.agent_id and t.name = p_tool;
  if answer is null then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  return answer;
end
$$;

-- An agent reads its own call. Another agent's call does not exist for it, nor does a drill. Who says that it is a runner (p_runner, a word that
-- one process of the agent knows) and reads a call that the agent runs itself takes the lease (airlock.take_external), or lengthens it
-- if it is the one that has it. Whoever only looks takes nothing.
create function agents.fn_invocation_status(p_key text, p_invocation uuid, p_runner uuid default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
  call agents.tool_invocations;
begin
  select i.* into call from agents.tool_invocations i
  where i.id = p_invocation and i.agent_id = asking_key.agent_id and not i.is_drill;
  if call.id is null then
    perform airlock.refuse('AL028', 'This agent has no invocation with that id.');
  end if;
  if p_runner is not null and call.external and call.status = 'running' and not asking_key.read_only then
    return airlock.agent_view(call.id) || airlock.take_external(call.id, p_runner);
  end if;
  return airlock.agent_view(p_invocation);
end
$$;

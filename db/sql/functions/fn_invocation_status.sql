-- An agent reads its own call. Another agent's call does not exist for it, nor does a drill. Of a call that the agent runs itself, the first
-- reading after its release takes the lease (airlock.take_external); p_runner tells the processes of one agent apart, so that each reads only
-- what it took itself. The second reading of the one that has it lengthens the lease.
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
  if call.external and call.status = 'running' and not asking_key.read_only then
    return airlock.agent_view(call.id) || airlock.take_external(call.id, coalesce(p_runner, asking_key.id));
  end if;
  return airlock.agent_view(p_invocation);
end
$$;

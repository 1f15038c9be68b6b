-- An agent reads its own call. Another agent's call does not exist for it.
create function agents.fn_invocation_status(p_key text, p_invocation uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
begin
  if not exists (select from agents.tool_invocations i where i.id = p_invocation and i.agent_id = asking_key.agent_id) then
    perform airlock.refuse('AL028', 'This agent has no invocation with that id.');
  end if;
  return airlock.agent_view(p_invocation);
end
$$;

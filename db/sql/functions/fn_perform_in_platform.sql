-- Does what the tool of a call is for, where that is something of Airlock's own. Operation and input are those of the call that the worker
-- holds, so nothing else can be done in its name; done again for the same call, it finds what it did and changes nothing.
create function agents.fn_perform_in_platform(p_worker uuid, p_invocation uuid, p_fence bigint)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := airlock.held_call(p_worker, p_invocation, p_fence);
  operation text;
  input jsonb;
begin
  select v.contract #>> '{runtime,operation}' into operation from agents.tool_versions v
  where v.id = call.tool_version_id and v.contract #>> '{runtime,kind}' = 'platform';
  select i.input::jsonb into input from agents.invocation_inputs i
  where i.invocation_id = call.id and i.revision = call.revision;
  case operation
    when 'memory.store' then return airlock.store_memory(call, input);
    when 'memory.search' then return airlock.search_memories(call.agent_id, input);
    when 'memory.recall' then return airlock.recall_memory(call.agent_id, input);
    when 'notices.put' then return airlock.put_notice(call, input);
    else perform airlock.refuse('AL026', 'This tool is not something that Airlock does by itself.');
  end case;
end
$$;

-- What the result of a call is judged and cleaned by that its own agent ran. Only the runner that holds it under this fence is told; anybody else's
-- report is late, is on record as an attempt before anything of it is cleaned, and hears nothing of who holds it by now.
create function agents.fn_external_terms(p_key text, p_invocation uuid, p_runner uuid, p_fence int, p_status text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  call agents.tool_invocations;
begin
  select i.* into call from agents.tool_invocations i
  where i.id = p_invocation and i.agent_id = asking_key.agent_id and not i.is_drill;
  if call.id is null then
    perform airlock.refuse('AL028', 'This agent has no invocation with that id.');
  end if;
  if call.external is not true then
    perform airlock.refuse('AL030', 'This call is run by a dispatcher, which reports its result.');
  end if;
  -- What is on record under this lease already is answered with that, so that a report can be sent again.
  if (call.worker_id = p_runner and call.fence = p_fence and call.status in ('running', 'completed', 'failed')) is not true then
    perform audit.append('agent:' || call.agent_id, 'invocation.late_completion', 'invocation:' || call.id,
      jsonb_build_object('fence', p_fence, 'current', call.fence, 'status', call.status, 'reported', left(p_status, 20)));
    return jsonb_build_object('late', true, 'status', call.status);
  end if;
  return (
    select jsonb_build_object('open', call.status = 'running', 'contract', v.contract, 'cleaning', c.cleaning)
    from agents.tool_versions v left join agents.safety_classes c on c.name = v.contract ->> 'safetyClass' where v.id = call.tool_version_id);
end
$$;

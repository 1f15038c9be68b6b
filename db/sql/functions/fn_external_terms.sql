-- What the result of a call is judged and cleaned by that its own agent ran. Only who holds it under this fence is told.
create function agents.fn_external_terms(p_key text, p_invocation uuid, p_fence int)
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
  -- What is on record under this fence already is answered with that, so that a report can be sent again.
  if call.fence is distinct from p_fence or call.fence = 0 or call.status not in ('running', 'completed', 'failed') then
    perform airlock.refuse('AL033', 'This call is no longer yours.', jsonb_build_object('status', call.status, 'fence', call.fence));
  end if;
  return (
    select jsonb_build_object('open', call.status = 'running', 'contract', v.contract, 'cleaning', c.cleaning)
    from agents.tool_versions v left join agents.safety_classes c on c.name = v.contract ->> 'safetyClass' where v.id = call.tool_version_id);
end
$$;

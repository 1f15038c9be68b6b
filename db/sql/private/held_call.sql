-- The call that this worker holds under this fence, locked.
create function airlock.held_call(p_worker uuid, p_invocation uuid, p_fence bigint)
returns agents.tool_invocations language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
begin
  perform airlock.check_taker(p_worker, 1);
  select i.* into call from agents.tool_invocations i where i.id = p_invocation for update;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  if call.status <> 'running' or call.worker_id is distinct from p_worker or call.fence is distinct from p_fence then
    perform airlock.refuse('AL033', 'This call is no longer yours.');
  end if;
  return call;
end
$$;

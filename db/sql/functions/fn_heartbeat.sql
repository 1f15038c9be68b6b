-- A worker says it still runs the call; the answer says whether it still holds it and whether it must kill it.
create function agents.fn_heartbeat(p_worker uuid, p_invocation uuid, p_fence int, p_lease_seconds int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
begin
  update agents.workers set last_seen_at = now() where id = p_worker and last_seen_at < now() - interval '2 seconds';
  update agents.tool_invocations i set lease_expires_at = now() + make_interval(secs => least(greatest(coalesce(p_lease_seconds, 1), 1), 3600))
  where i.id = p_invocation and i.status = 'running' and i.worker_id = p_worker and i.fence = p_fence
  returning i.* into call;
  if call.id is null then
    return '{"held": false, "stop": true}';
  end if;
  return jsonb_build_object('held', true,
    'stop', call.cancel_requested_at is not null or exists (select from airlock.stopped_by(call.agent_id, call.tool_id)));
end
$$;

-- A dispatcher could not get a server's tools. They are not withdrawn for that: a call finds out for itself.
create function agents.fn_report_mcp_failure(p_worker uuid, p_server uuid, p_fence bigint, p_code text, p_message text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  server agents.mcp_servers := airlock.held_sync(p_worker, p_server, p_fence);
begin
  update agents.mcp_servers
  set state = 'failing', failures = failures + 1, error_code = left(coalesce(p_code, 'failed'), 80), error_message = left(coalesce(p_message, ''), 1000),
    sync_requested_at = case when sync_requested_at > sync_claimed_at then sync_requested_at end, sync_worker_id = null, sync_lease_expires_at = null
  where id = server.id;
  perform airlock.wake();
  if server.state <> 'failing' then
    perform audit.append('worker:' || p_worker, 'mcp_server.failing', 'mcp_server:' || server.id,
      jsonb_build_object('code', left(coalesce(p_code, 'failed'), 80), 'message', left(coalesce(p_message, ''), 1000)));
  end if;
end
$$;

-- A dispatcher heard from a server that its tools have changed.
create function agents.fn_request_mcp_sync_of(p_worker uuid, p_server uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.check_taker(p_worker, 1);
  perform airlock.request_sync(p_server, 'list_changed');
end
$$;

create function airlock.request_sync(p_server uuid, p_why text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.mcp_servers set sync_requested_at = clock_timestamp(), sync_why = p_why where id = p_server and state <> 'retired';
  if not found then
    perform airlock.refuse('AL028', 'There is no such server, or it is retired.');
  end if;
end
$$;

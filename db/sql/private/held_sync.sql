-- The server whose listing this worker still holds. What a late one brings is not taken for today's.
create function airlock.held_sync(p_worker uuid, p_server uuid, p_fence bigint)
returns agents.mcp_servers language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  server agents.mcp_servers;
begin
  perform airlock.check_taker(p_worker, 1);
  select s.* into server from agents.mcp_servers s where s.id = p_server for update;
  if server.id is null or server.state = 'retired' then
    perform airlock.refuse('AL028', 'There is no such server, or it is retired.');
  end if;
  if server.sync_worker_id is distinct from p_worker or server.sync_fence is distinct from p_fence then
    perform airlock.refuse('AL033', 'Another worker holds this server by now.');
  end if;
  return server;
end
$$;

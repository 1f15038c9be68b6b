-- A person asks for a server's tools to be looked at now.
create function agents.fn_request_mcp_sync(p_session text, p_server uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
begin
  perform airlock.request_sync(p_server, 'requested');
  perform airlock.wake(true);
  perform audit.append('person:' || person.id, 'mcp_server.sync_requested', 'mcp_server:' || p_server, '{}');
end
$$;

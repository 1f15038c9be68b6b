-- Ends a server for good, and with it every tool that it forwards to.
create function agents.fn_retire_mcp_server(p_session text, p_server uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer', 'admin');
  server agents.mcp_servers;
  tools uuid[];
  voided int;
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  update agents.mcp_servers
  set state = 'retired', state_reason = left(p_reason, 400), sync_requested_at = null, sync_worker_id = null, sync_lease_expires_at = null
  where id = p_server and state <> 'retired' returning * into server;
  if server.id is null then
    perform airlock.refuse('AL028', 'There is no such server, or it is retired.');
  end if;
  select coalesce(array_agg(held.id), '{}') into tools
  from (select t.id from agents.tools_registry t where t.server_id = server.id and t.state <> 'retired' order by t.id for update) held;
  perform airlock.hold_tool(tool, 'retired', person.id, p_reason) from unnest(tools) tool;
  update agents.tool_drifts set resolved_at = now(), resolution = 'retired' where tool_id = any (tools) and resolved_at is null;
  voided := airlock.void_calls_of(tools, 'The server of the tool was retired.');
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'mcp_server.retired', 'mcp_server:' || server.id,
    jsonb_build_object('name', server.name, 'reason', p_reason, 'tools', cardinality(tools), 'calls', voided));
end
$$;

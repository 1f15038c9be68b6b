-- How the server of a call is reached, for the worker that holds the call.
create function agents.fn_mcp_server_for_call(p_worker uuid, p_invocation uuid, p_fence bigint)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := airlock.held_call(p_worker, p_invocation, p_fence);
begin
  return (
    select jsonb_build_object('serverId', s.id, 'name', s.name, 'transport', s.transport, 'policy', s.policy, 'configHash', s.config_hash,
      'declared', s.declared, 'serveWhileDrifted', t.serve_while_drifted)
    from agents.tools_registry t join agents.mcp_servers s on s.id = t.server_id
    where t.id = call.tool_id and s.state <> 'retired');
end
$$;

-- A dispatcher takes the next server that has to be asked for its tools: one somebody wants to see, or one that was not looked at
-- for a while. Under a lease and a fence, as a call is; nothing is asked while everything is stopped, for asking runs its code.
create function agents.fn_claim_mcp_sync(p_worker uuid, p_lease_seconds int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  server agents.mcp_servers;
  why text;
begin
  perform airlock.check_taker(p_worker, p_lease_seconds);
  if airlock.is_draining(p_worker) or exists (select from airlock.stopped_by(null, null)) then
    return null;
  end if;
  select s.* into server from agents.mcp_servers s
  where s.state <> 'retired' and (s.sync_lease_expires_at is null or s.sync_lease_expires_at <= now())
    and (s.sync_requested_at is not null
      or s.tried_at <= now() - make_interval(mins => airlock.setting('mcp_sync_minutes')::int))
  order by s.sync_requested_at nulls last, s.tried_at for update skip locked limit 1;
  if server.id is null then
    return null;
  end if;
  why := case when server.sync_requested_at is null then 'schedule' else coalesce(server.sync_why, 'requested') end;
  update agents.mcp_servers
  set sync_fence = sync_fence + 1, sync_worker_id = p_worker, sync_claimed_at = clock_timestamp(), tried_at = now(),
    sync_lease_expires_at = now() + make_interval(secs => p_lease_seconds), sync_why = why
  where id = server.id returning * into server;
  return jsonb_build_object('serverId', server.id, 'name', server.name, 'fence', server.sync_fence, 'transport', server.transport,
    'policy', server.policy, 'declared', server.declared, 'configHash', server.config_hash, 'why', why,
    'pinned', (
      select coalesce(jsonb_agg(jsonb_build_object('toolId', t.id, 'versionId', v.id, 'name', t.name, 'upstream', t.upstream_name,
        'state', t.state, 'definitionHash', v.definition_hash, 'contract', v.contract, 'findings', v.findings) order by t.name), '[]')
      from agents.tools_registry t
      join agents.tool_versions v on v.id = coalesce(t.pinned_version_id,
        (select n.id from agents.tool_versions n where n.tool_id = t.id order by n.number desc limit 1))
      where t.server_id = server.id and t.state <> 'retired'),
    'neighbours', (
      select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'description', left(n.description, 400))), '[]')
      from (select t.name, t.description from agents.tools_registry t
        where t.server_id is distinct from server.id and t.state <> 'retired' order by t.updated_at desc limit 500) n));
end
$$;

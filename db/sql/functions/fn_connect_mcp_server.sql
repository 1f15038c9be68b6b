-- An admin names a server: how it is reached and confined, and what its tools are taken for. A dispatcher asks it for its
-- tools; none of them is anything here until somebody imports it and reviewers put it in force.
create function agents.fn_connect_mcp_server(
  p_session text, p_name text, p_name_skeleton text, p_name_skeleton_folded text, p_transport jsonb, p_policy jsonb, p_declared jsonb,
  p_config_hash text
)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  server uuid := airlock.new_id();
begin
  if coalesce(p_name, '') !~ '^[a-z0-9][a-z0-9-]{0,39}$' 
    or (p_name_skeleton, p_name_skeleton_folded) is distinct from (airlock.look_of(p_name), airlock.look_of(lower(p_name))) or coalesce(p_config_hash, '') !~ '^[0-9a-f]{64}$'
    or jsonb_typeof(p_policy) is distinct from 'object' or jsonb_typeof(p_declared) is distinct from 'object'
    or pg_column_size(p_transport) > 65536 or pg_column_size(p_policy) > 65536 or pg_column_size(p_declared) > 16384
    or coalesce(p_declared ->> 'safetyClass', '') not in ('read', 'write', 'network', 'financial', 'privileged')
    or coalesce(p_declared ->> 'egressClass', '') not in ('none', 'read_only', 'write')
    or not coalesce(case p_transport ->> 'kind'
      when 'stdio' then jsonb_typeof(p_transport -> 'argv') = 'array' and jsonb_array_length(p_transport -> 'argv') between 1 and 200
      when 'http' then p_transport ->> 'url' ~ '^https?://'
    end, false)
  then
    perform airlock.refuse('AL026', 'A server has a name of small letters, digits and -, a command or an address, a policy, and classes for its tools.');
  end if;
  insert into agents.mcp_servers (id, name, name_skeleton, name_skeleton_folded, transport, policy, declared, config_hash, state,
    created_by, created_at, sync_requested_at, sync_why)
  values (server, p_name, p_name_skeleton, p_name_skeleton_folded, p_transport, p_policy, p_declared, p_config_hash, 'connecting',
    admin.id, now(), now(), 'requested')
  on conflict do nothing;
  if not found then
    perform airlock.refuse('AL030', 'Another server has this name, or one that looks the same.');
  end if;
  perform airlock.wake(true);
  perform audit.append('person:' || admin.id, 'mcp_server.connected', 'mcp_server:' || server,
    jsonb_build_object('name', p_name, 'transport', p_transport ->> 'kind', 'configHash', p_config_hash));
  return server;
end
$$;

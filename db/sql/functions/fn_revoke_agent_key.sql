-- Ends a key at once: the next statement that brings it is refused.
create function agents.fn_revoke_agent_key(p_session text, p_key_id uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  key agents.agent_keys;
begin
  update agents.agent_keys set revoked_at = now() where id = p_key_id and revoked_at is null returning * into key;
  if key.id is null then
    perform airlock.refuse('AL028', 'There is no live key under that id.');
  end if;
  perform audit.append('person:' || admin.id, 'agent_key.revoked', 'agent:' || key.agent_id,
    jsonb_build_object('key', key.id, 'prefix', key.prefix));
end
$$;

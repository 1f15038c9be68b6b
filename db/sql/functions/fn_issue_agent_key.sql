-- An admin gives an agent a key. The caller made the key and shows it once; only prefix and hash are kept. At most two that may act are
-- live, and only for a day: with the second the first one's end comes within 24 hours, so that a key is rotated and not forgotten. Keys
-- that may only look do not count: two of them at most beside.
create function agents.fn_issue_agent_key(p_session text, p_agent uuid, p_name text, p_prefix text, p_secret_hash bytea, p_days int,
  p_read_only boolean default false)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  key uuid;
  shortened uuid[];
begin
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 80 or coalesce(p_days, 0) not between 1 and 365 or p_read_only is null then
    perform airlock.refuse('AL026', 'A key has a name of at most 80 characters and lives 1 to 365 days.');
  end if;
  perform from agents.agents a where a.id = p_agent for update;
  if not found then
    perform airlock.refuse('AL028', 'There is no such agent.');
  end if;
  if (select count(*) from agents.agent_keys k
    where k.agent_id = p_agent and k.read_only = p_read_only and k.revoked_at is null and k.expires_at > now()) >= 2
  then
    perform airlock.refuse('AL030', 'This agent has two live keys; revoke one first.');
  end if;
  with ending as (
    update agents.agent_keys k set expires_at = now() + interval '24 hours'
    where k.agent_id = p_agent and not p_read_only and not k.read_only and k.revoked_at is null and k.expires_at > now() + interval '24 hours' returning k.id
  )
  select array_agg(e.id) into shortened from ending e;
  key := airlock.make_agent_key(p_agent, p_name, p_prefix, p_secret_hash, p_days, admin.id, p_read_only);
  perform audit.append('person:' || admin.id, 'agent_key.issued', 'agent:' || p_agent,
    jsonb_build_object('key', key, 'prefix', p_prefix, 'name', p_name, 'days', p_days, 'readOnly', p_read_only, 'replaces', shortened));
  return key;
end
$$;

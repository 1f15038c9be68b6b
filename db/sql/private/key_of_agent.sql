-- The live key a caller proves to hold (airlock.proves_key). What only watches brings a key that may look; whatever does more says nothing and
-- gets one that may act.
create function airlock.key_of_agent(p_key text, p_acts boolean default true)
returns agents.agent_keys language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  found_key agents.agent_keys;
begin
  perform airlock.refuse_old_sight();
  select k.* into found_key from agents.agent_keys k where k.prefix = substr(p_key, 10, 8);
  if airlock.proves_key(p_key, found_key.secret_hash, found_key.revoked_at, found_key.expires_at) is not true then
    perform airlock.refuse('AL004', 'The agent key is missing, malformed, expired or revoked.');
  end if;
  if p_acts and found_key.read_only then
    perform airlock.refuse('AL060', 'This key is read-only.');
  end if;
  perform airlock.note_key_use(found_key.id);
  return found_key;
end
$$;

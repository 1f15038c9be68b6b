-- The live key a caller proves to hold. A key reads alk_live_<prefix>_<secret>: the prefix finds the row, the secret's
-- hash proves it. An unknown prefix costs the same comparison as a wrong secret.
create function airlock.key_of_agent(p_key text)
returns agents.agent_keys language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  found_key agents.agent_keys;
begin
  perform airlock.refuse_old_sight();
  select k.* into found_key from agents.agent_keys k where k.prefix = substr(p_key, 10, 8);
  -- Which letters the secret may have needs no look: no other text has its hash.
  if length(p_key) is distinct from 67 or left(p_key, 9) <> 'alk_live_' or substr(p_key, 18, 1) <> '_'
    or coalesce(found_key.secret_hash, sha256(''::bytea)) is distinct from sha256(convert_to(substr(p_key, 19), 'UTF8'))
    or found_key.revoked_at is not null
    or found_key.expires_at <= statement_timestamp()
  then
    perform airlock.refuse('AL004', 'The agent key is missing, malformed, expired or revoked.');
  end if;
  perform airlock.note_key_use(found_key.id);
  return found_key;
end
$$;

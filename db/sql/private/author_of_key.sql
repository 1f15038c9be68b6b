-- The person whose live author key a caller proves to hold. It reads aak_live_<prefix>_<secret>, as an agent's key does.
create function airlock.author_of_key(p_key text)
returns agents.people language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  found_key agents.author_keys;
  person agents.people;
begin
  perform airlock.refuse_old_sight();
  select k.* into found_key from agents.author_keys k where k.prefix = substr(p_key, 10, 8);
  if length(p_key) is distinct from 67 or left(p_key, 9) <> 'aak_live_' or substr(p_key, 18, 1) <> '_'
    or coalesce(found_key.secret_hash, sha256(''::bytea)) is distinct from sha256(convert_to(substr(p_key, 19), 'UTF8'))
    or found_key.revoked_at is not null
    or found_key.expires_at <= clock_timestamp()
  then
    perform airlock.refuse('AL008', 'The author key is missing, malformed, expired or revoked.');
  end if;
  select p.* into strict person from agents.people p where p.id = found_key.person_id;
  if person.disabled_at is not null or person.role not in ('operator', 'admin') then
    perform airlock.refuse('AL005', format('This takes the role operator or admin; yours is %s.', person.role));
  end if;
  update agents.author_keys set used_at = now() where id = found_key.id and (used_at is null or used_at < now() - interval '1 minute');
  return person;
end
$$;

-- Opens a session for whoever shows the proof that an attempt announced: the argon2id tag, of which only a hash is kept
-- here. The caller brings the session token, and a new word by which this browser is known again; only their hashes are kept. The word that the try
-- was counted with is known no longer, so that a copy of it, or whoever sits down at the browser next, has no tries of this person's.
create function agents.fn_sign_in(p_attempt uuid, p_email text, p_proof bytea, p_token text, p_client text, p_browser text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address text := lower(coalesce(p_email, ''));
  address_hash bytea := sha256(convert_to(lower(coalesce(p_email, '')), 'UTF8'));
  person agents.people;
begin
  if length(coalesce(p_token, '')) < 43 then
    perform airlock.refuse('AL026', 'A session token has at least 32 random bytes.');
  end if;
  if exists (select from agents.sessions s where s.token_hash = sha256(convert_to(p_token, 'UTF8'))) then
    perform airlock.refuse('AL026', 'A session token is used once.');
  end if;
  perform airlock.check_attempt(p_attempt, address, p_proof);
  select p.* into person from agents.people p
  join agents.person_credentials c on c.person_id = p.id
  where p.email = address and p.disabled_at is null and c.proof_hash = sha256(p_proof);
  if person.id is null then
    perform audit.append('system', 'person.sign_in_failed', 'email:' || encode(address_hash, 'hex'), '{}');
    return '{"error": "bad_credentials"}';
  end if;
  if p_browser is not null then
    delete from agents.known_browsers b using agents.sign_in_attempts a
    where a.id = p_attempt and b.person_id = person.id and b.token_hash = a.known_by;
    perform airlock.keep_browser(person.id, p_browser);
  end if;
  perform airlock.forget_attempts(p_attempt);
  insert into agents.sessions (id, token_hash, person_id, client, created_at, last_seen_at, expires_at)
  values (airlock.new_id(), sha256(convert_to(p_token, 'UTF8')), person.id, left(coalesce(p_client, ''), 200), now(), now(), now() + interval '12 hours');
  perform audit.append('person:' || person.id, 'person.signed_in', 'person:' || person.id, jsonb_build_object('client', left(p_client, 200)));
  return jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email, 'role', person.role);
end
$$;

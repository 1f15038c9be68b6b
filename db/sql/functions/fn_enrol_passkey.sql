-- Keeps a new passkey of the session's person, who has just proved who they are. The web process has verified what the device made; that it
-- was made for this enrolment is compared here.
create function agents.fn_enrol_passkey(
  p_session text, p_step_up uuid, p_name text, p_credential bytea, p_public_key bytea, p_client_data text, p_sign_count bigint, p_transports text[]
)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  proof agents.step_ups := airlock.use_enrolment(p_step_up, person.id);
  passkey uuid := airlock.new_id();
begin
  if airlock.answers_challenge(p_client_data, 'webauthn.create', proof.challenge) is not true then
    perform airlock.refuse('AL039', 'This passkey was made for something else.');
  end if;
  if coalesce(length(btrim(p_name)), 0) not between 1 and 60 or not airlock.is_open_name(p_name) then
    perform airlock.refuse('AL026', 'A passkey has a name of at most 60 characters that can be seen.');
  end if;
  if coalesce(octet_length(p_credential), 0) not between 16 and 1023 or coalesce(octet_length(p_public_key), 0) not between 32 and 4096
    or p_sign_count is null or p_sign_count not between 0 and 4294967295 or p_transports is null or cardinality(p_transports) > 8
    or not p_transports <@ array['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  then
    perform airlock.refuse('AL026', 'This is not a passkey as devices make them.');
  end if;
  if (select count(*) from agents.passkeys k where k.person_id = person.id and k.revoked_at is null) >= 10 then
    perform airlock.refuse('AL026', 'A person has at most ten passkeys; remove one that you no longer use.');
  end if;
  insert into agents.passkeys (id, person_id, credential_id, public_key, sign_count, transports, name, created_at)
  values (passkey, person.id, p_credential, p_public_key, p_sign_count, p_transports, btrim(p_name), now())
  on conflict (credential_id) do nothing;
  if not found then
    perform airlock.refuse('AL026', 'This passkey is known already.');
  end if;
  perform audit.append('person:' || person.id, 'passkey.enrolled', 'person:' || person.id,
    jsonb_build_object('passkey', passkey, 'name', btrim(p_name), 'stepUp', airlock.step_up_digest(proof.id), 'provedBy', proof.method));
  return passkey;
end
$$;

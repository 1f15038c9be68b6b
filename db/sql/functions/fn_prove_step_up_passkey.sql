-- A passkey of the person signed the challenge: the web process has verified the signature, the origin and that the person was verified by
-- their device. Kept here: whose passkey it is, that it answers this question, once and in time, and that its counter grew. One that did
-- not may have been copied: that is a refusal as a value, so that the record of it stays.
create function agents.fn_prove_step_up_passkey(p_session text, p_step_up uuid, p_credential bytea, p_client_data text, p_sign_count bigint)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  asked agents.step_ups := airlock.live_step_up(person.id, p_step_up);
  passkey agents.passkeys;
begin
  if asked.proved_at is not null then
    perform airlock.refuse('AL039', 'This was proved already.');
  end if;
  if airlock.answers_challenge(p_client_data, 'webauthn.get', asked.challenge) is not true then
    perform airlock.refuse('AL039', 'This answers another question.');
  end if;
  if p_sign_count is null or p_sign_count not between 0 and 4294967295 then
    perform airlock.refuse('AL026', 'A passkey counts from 0 to 4294967295.');
  end if;
  select k.* into passkey from agents.passkeys k
  where k.credential_id = p_credential and k.person_id = person.id and k.revoked_at is null for update;
  if passkey.id is null then
    perform airlock.refuse('AL039', 'This passkey is not one of yours, or was removed.');
  end if;
  -- Many count nothing and always say 0.
  if p_sign_count <= passkey.sign_count and (p_sign_count > 0 or passkey.sign_count > 0) then
    perform audit.append('person:' || person.id, 'passkey.count_fell', 'person:' || person.id,
      jsonb_build_object('passkey', passkey.id, 'kept', passkey.sign_count, 'shown', p_sign_count));
    return '{"error": "count_fell"}';
  end if;
  update agents.passkeys set sign_count = p_sign_count, used_at = now() where id = passkey.id;
  perform airlock.keep_step_up(asked, 'passkey', passkey.id);
  return jsonb_build_object('id', asked.id);
end
$$;

-- Asks the session's person to prove who they are before their proofs change, within five minutes: a new passkey has to be made in that time.
create function agents.fn_begin_enrolment(p_session text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  asked agents.step_ups := airlock.open_step_up(person.id, 'enrol', null, null, 300);
begin
  return jsonb_build_object('id', asked.id, 'challenge', airlock.base64url(asked.challenge), 'expiresAt', asked.expires_at,
    'methods', airlock.enrolment_proofs(person.id), 'credentials', airlock.passkeys_of(person.id));
end
$$;

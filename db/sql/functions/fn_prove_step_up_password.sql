-- The password again, before somebody's first proof: announced and counted like a sign-in (agents.fn_begin_sign_in), against the same five
-- tries, or those of the session that brings it. It is asked for where proofs change, and never decides about an item.
create function agents.fn_prove_step_up_password(p_session text, p_step_up uuid, p_attempt uuid, p_proof bytea)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  asked agents.step_ups := airlock.live_step_up(person.id, p_step_up);
begin
  if asked.purpose <> 'enrol' or asked.proved_at is not null or not 'password' = any (airlock.enrolment_proofs(person.id)) then
    perform airlock.refuse('AL039', 'A password is not what this takes.');
  end if;
  perform airlock.check_attempt(p_attempt, person.email, p_proof);
  if not exists (select from agents.person_credentials c where c.person_id = person.id and c.proof_hash = sha256(p_proof)) then
    perform audit.append('person:' || person.id, 'step_up.password_failed', 'person:' || person.id, jsonb_build_object('stepUp', airlock.step_up_digest(asked.id)));
    return '{"error": "bad_credentials"}';
  end if;
  perform airlock.forget_attempts(p_attempt);
  perform airlock.keep_step_up(asked, 'password');
  return jsonb_build_object('id', asked.id);
end
$$;

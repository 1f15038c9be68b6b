-- Locks a question that a code can answer: for an item where one is enough, or after the password where proofs change and no passkey is there.
create function airlock.question_for_code(p_person uuid, p_step_up uuid, p_try uuid default null)
returns agents.step_ups language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  asked agents.step_ups := airlock.live_step_up(p_person, p_step_up, p_try);
begin
  if asked.purpose = 'decide' then
    if asked.proved_at is not null then
      perform airlock.refuse('AL039', 'This was proved already.');
    end if;
    if not 'totp' = any (airlock.proofs_for_item(asked.subject_id, asked.digest)) then
      perform airlock.refuse('AL039', 'A code is not enough here: this takes a passkey.');
    end if;
  elsif asked.method is distinct from 'password' or airlock.enrolment_proofs(p_person) <> array['password', 'totp'] then
    perform airlock.refuse('AL039', 'A code is asked for after the password, and only from somebody without a passkey.');
  end if;
  return asked;
end
$$;

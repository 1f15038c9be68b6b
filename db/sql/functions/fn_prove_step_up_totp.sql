-- A code of the person's authenticator app, checked here, where the seed is: no login can read it. Five wrong ones end this question, ten
-- within fifteen minutes end all of them for as long; all tries of a person stand in line behind the app's row. A wrong code is an answer
-- and not an error, so that it stays counted.
create function agents.fn_prove_step_up_totp(p_session text, p_step_up uuid, p_code text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  app agents.person_totp;
  asked agents.step_ups;
  step bigint;
begin
  if coalesce(p_code, '') !~ '^[0-9]{6}$' then
    perform airlock.refuse('AL026', 'A code has six digits.');
  end if;
  select t.* into app from agents.person_totp t where t.person_id = person.id and t.confirmed_at is not null for update;
  if app.person_id is null then
    perform airlock.refuse('AL039', 'You have no authenticator app set up.');
  end if;
  asked := airlock.live_step_up(person.id, p_step_up);
  if asked.purpose = 'decide' then
    if asked.proved_at is not null then
      perform airlock.refuse('AL039', 'This was proved already.');
    end if;
    if not 'totp' = any (airlock.proofs_for_item(asked.subject_id, asked.digest)) then
      perform airlock.refuse('AL039', 'A code is not enough here: this takes a passkey.');
    end if;
  elsif asked.method is distinct from 'password' or airlock.enrolment_proofs(person.id) <> array['password', 'totp'] then
    perform airlock.refuse('AL039', 'A code is asked for after the password, and only from somebody without a passkey.');
  end if;
  if (select sum(s.failures) from agents.step_ups s where s.person_id = person.id and s.created_at > statement_timestamp() - interval '15 minutes') >= 10 then
    perform airlock.refuse('AL003', 'Too many wrong codes.');
  end if;
  step := airlock.totp_step(app.seed, p_code, app.last_step);
  if step is null then
    update agents.step_ups set failures = failures + 1 where id = asked.id;
    perform audit.append('person:' || person.id, 'step_up.code_failed', 'person:' || person.id,
      jsonb_build_object('stepUp', asked.id, 'left', 4 - asked.failures));
    return jsonb_build_object('error', 'wrong_code', 'left', 4 - asked.failures);
  end if;
  update agents.person_totp set last_step = step where person_id = person.id;
  perform airlock.keep_step_up(asked, 'totp');
  return jsonb_build_object('id', asked.id);
end
$$;

-- A code of the person's authenticator app, checked here, where the seed is: no login can read it. The try was announced before
-- (agents.fn_announce_code), so it is counted and on record whatever becomes of this transaction. A wrong code is an answer and not an
-- error, so that the record of it stays.
create function agents.fn_prove_step_up_totp(p_session text, p_step_up uuid, p_try uuid, p_code text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  app agents.person_totp;
  asked agents.step_ups;
  step bigint;
  tries_left int;
begin
  select t.* into app from agents.person_totp t where t.person_id = person.id and t.confirmed_at is not null for update;
  if app.person_id is null then
    perform airlock.refuse('AL039', 'You have no authenticator app set up.');
  end if;
  asked := airlock.question_for_code(person.id, p_step_up, p_try);
  step := airlock.totp_step(app.seed, p_code, app.last_step, airlock.use_code_try(person.id, asked.id, p_try, p_code));
  if step is null then
    select greatest(0, 5 - count(*)) into tries_left from agents.code_tries t where t.step_up_id = asked.id;
    perform audit.append('person:' || person.id, 'step_up.code_failed', 'person:' || person.id,
      jsonb_build_object('stepUp', airlock.step_up_digest(asked.id), 'left', tries_left));
    return jsonb_build_object('error', 'wrong_code', 'left', tries_left);
  end if;
  delete from agents.code_tries t where t.id = p_try;
  update agents.person_totp set last_step = step where person_id = person.id;
  perform airlock.keep_step_up(asked, 'totp');
  return jsonb_build_object('id', asked.id);
end
$$;

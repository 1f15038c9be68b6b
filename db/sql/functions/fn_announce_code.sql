-- A person is about to show a code of their authenticator app: for a question, or without one the first code of an app that they are setting
-- up. The try is counted and on record before anything is said about the code, and nothing compares the code here, or else whoever rolls this
-- back could read an answer from what it did: agents.fn_prove_step_up_totp and agents.fn_confirm_totp answer, in another transaction. Five
-- tries a question, ten within fifteen minutes over all; one that was right does not count. All tries of a person stand in line behind the
-- app's row.
create function agents.fn_announce_code(p_session text, p_code text, p_step_up uuid default null)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  attempt uuid := airlock.new_id();
begin
  if coalesce(p_code, '') !~ '^[0-9]{6}$' then
    perform airlock.refuse('AL026', 'A code has six digits.');
  end if;
  perform from agents.person_totp t where t.person_id = person.id and (t.confirmed_at is null) = (p_step_up is null) for update;
  if not found then
    perform airlock.refuse('AL039', case when p_step_up is null then 'There is no authenticator app to confirm; set it up again.'
      else 'You have no authenticator app set up.' end);
  end if;
  if p_step_up is not null then
    perform airlock.question_for_code(person.id, p_step_up);
  end if;
  if (select count(*) from agents.code_tries t where t.person_id = person.id and t.at > clock_timestamp() - interval '15 minutes') >= 10 then
    perform airlock.refuse('AL003', 'Too many wrong codes.');
  end if;
  insert into agents.code_tries (id, person_id, step_up_id, code_hash, at, txid)
  values (attempt, person.id, p_step_up, sha256(convert_to(p_code, 'UTF8')), clock_timestamp(), pg_current_xact_id());
  perform audit.append('person:' || person.id, 'step_up.code_tried', 'person:' || person.id, jsonb_strip_nulls(jsonb_build_object('stepUp', airlock.step_up_digest(p_step_up))));
  return attempt;
end
$$;

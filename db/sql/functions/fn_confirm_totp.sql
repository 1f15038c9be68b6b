-- The first code of a new authenticator app, announced like any other (agents.fn_announce_code): from now on its codes count. Without the
-- announcement, whoever asked often enough would have the codes of this minute before they count, and one to show when they do. Within
-- fifteen minutes; then it is set up again.
create function agents.fn_confirm_totp(p_session text, p_try uuid, p_code text)
returns boolean language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  app agents.person_totp;
  step bigint;
begin
  select t.* into app from agents.person_totp t
  where t.person_id = person.id and t.confirmed_at is null and t.created_at > clock_timestamp() - interval '15 minutes' for update;
  if app.person_id is null then
    perform airlock.refuse('AL039', 'There is no authenticator app to confirm; set it up again.');
  end if;
  step := airlock.totp_step(app.seed, p_code, app.last_step, airlock.use_code_try(person.id, null, p_try, p_code));
  if step is null then
    perform audit.append('person:' || person.id, 'step_up.code_failed', 'person:' || person.id, '{}');
    return false;
  end if;
  delete from agents.code_tries t where t.id = p_try;
  update agents.person_totp set confirmed_at = now(), last_step = step where person_id = person.id;
  perform audit.append('person:' || person.id, 'totp.enrolled', 'person:' || person.id, '{}');
  return true;
end
$$;

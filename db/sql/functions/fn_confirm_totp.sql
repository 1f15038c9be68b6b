-- The first code of a new authenticator app: from now on its codes count. Within fifteen minutes; then it is set up again.
create function agents.fn_confirm_totp(p_session text, p_code text)
returns boolean language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  app agents.person_totp;
  step bigint;
begin
  if coalesce(p_code, '') !~ '^[0-9]{6}$' then
    perform airlock.refuse('AL026', 'A code has six digits.');
  end if;
  select t.* into app from agents.person_totp t
  where t.person_id = person.id and t.confirmed_at is null and t.created_at > statement_timestamp() - interval '15 minutes' for update;
  if app.person_id is null then
    perform airlock.refuse('AL039', 'There is no authenticator app to confirm; set it up again.');
  end if;
  step := airlock.totp_step(app.seed, p_code, app.last_step);
  if step is null then
    return false;
  end if;
  update agents.person_totp set confirmed_at = now(), last_step = step where person_id = person.id;
  perform audit.append('person:' || person.id, 'totp.enrolled', 'person:' || person.id, '{}');
  return true;
end
$$;

-- Who holds this session token, proved here and never taken from the caller. Idle for 30 minutes or past its absolute
-- end, it is dead. A page that looks again by itself does not renew it; a person does. The last sight is written at most once a minute, so that reading pages is not writing rows.
create function airlock.person_of_session(p_session text, p_renew boolean default true)
returns agents.people language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  found_session agents.sessions;
  found_person agents.people;
begin
  perform airlock.refuse_old_sight();
  select s.* into found_session from agents.sessions s
  where s.token_hash = sha256(convert_to(coalesce(p_session, ''), 'UTF8'))
    and s.expires_at > clock_timestamp() and s.last_seen_at > clock_timestamp() - interval '30 minutes';
  if found_session.id is null then
    perform airlock.refuse('AL001', 'You are not signed in, or your session has ended.');
  end if;
  select p.* into found_person from agents.people p where p.id = found_session.person_id and p.disabled_at is null;
  if found_person.id is null then
    perform airlock.refuse('AL001', 'This account is disabled.');
  end if;
  if p_renew and found_session.last_seen_at < now() - interval '1 minute' then
    update agents.sessions set last_seen_at = now() where id = found_session.id;
  end if;
  return found_person;
end
$$;

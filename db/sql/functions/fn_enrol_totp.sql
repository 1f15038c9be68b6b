-- Gives the session's person, who has just proved who they are, the seed for an authenticator app: this once. It counts for nothing until a
-- code shows that the app has it.
create function agents.fn_enrol_totp(p_session text, p_step_up uuid)
returns bytea language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  proof agents.step_ups := airlock.use_enrolment(p_step_up, person.id);
  fresh constant bytea := substring(airlock.random_bytes() for 20);
begin
  insert into agents.person_totp (person_id, seed, created_at, last_step) values (person.id, fresh, now(), 0)
  on conflict (person_id) do update set seed = excluded.seed, created_at = excluded.created_at, last_step = 0
    where person_totp.confirmed_at is null;
  if not found then
    perform airlock.refuse('AL030', 'You have an authenticator app; remove it first.');
  end if;
  perform audit.append('person:' || person.id, 'totp.begun', 'person:' || person.id, jsonb_build_object('stepUp', airlock.step_up_digest(proof.id), 'provedBy', proof.method));
  return fresh;
end
$$;

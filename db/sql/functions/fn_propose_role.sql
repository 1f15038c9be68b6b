-- An admin asks for another role for somebody. Nobody raises themselves; a second admin confirms, unless there is none.
-- Where there never was another admin the role acts at once; where there was one, who is gone or would be by this, its
-- votes count only after a day: nobody becomes alone by taking the other's rights away.
create function agents.fn_propose_role(p_session text, p_person uuid, p_role text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  person agents.people;
  confirming int;
  former int;
begin
  if p_role is null or p_role not in ('viewer', 'operator', 'reviewer', 'admin') then
    perform airlock.refuse('AL026', 'A role is viewer, operator, reviewer or admin.');
  end if;
  -- All admins at once and in one order: two admins who lower each other must not both believe that the other stays. Who asks is looked up once
  -- more after the wait: they may be no admin any more, and would leave none.
  perform from agents.people p where p.role = 'admin' order by p.id for update;
  admin := airlock.person_with_role(p_session, 'admin');
  select p.* into person from agents.people p where p.id = p_person and p.disabled_at is null for update;
  if person.id is null then
    perform airlock.refuse('AL028', 'There is no such person.');
  end if;
  if person.id = admin.id then
    perform airlock.refuse('AL006', 'Nobody changes their own role.');
  end if;
  if person.role = p_role then
    return;
  end if;
  if p_role = 'viewer' then
    perform airlock.refuse('AL030', 'Taking rights away needs no proposal: lower the role.');
  end if;
  -- Or a puppet that one admin made would propose, and that admin confirm, what they cannot have count alone.
  perform airlock.check_counts(admin);
  select count(*) filter (where p.role = 'admin' and p.disabled_at is null and p.counts_from <= now() and p.id <> person.id), count(*) filter (where p.ever_admin)
  into confirming, former
  from agents.people p where p.id <> admin.id;
  if confirming = 0 then
    update agents.people
    set role = p_role, role_since = now(), proposed_role = null, proposed_by = null,
      counts_from = case when former = 0 then now() else now() + interval '24 hours' end
    where id = person.id;
  else
    update agents.people set proposed_role = p_role, proposed_by = admin.id where id = person.id;
  end if;
  perform airlock.wake();
  perform audit.append('person:' || admin.id, case when confirming = 0 then 'person.role_granted' else 'person.role_proposed' end,
    'person:' || person.id, jsonb_build_object('was', person.role, 'role', p_role, 'secondAdmin', confirming > 0));
end
$$;

-- An admin asks for another role for somebody. Nobody raises themselves; a second admin confirms, unless there is none.
create function agents.fn_propose_role(p_session text, p_person uuid, p_role text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  person agents.people;
  others int;
begin
  if p_role is null or p_role not in ('viewer', 'operator', 'reviewer', 'admin') then
    perform airlock.refuse('AL026', 'A role is viewer, operator, reviewer or admin.');
  end if;
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
  select count(*) into others from agents.people p
  where p.role = 'admin' and p.disabled_at is null and p.id not in (admin.id, person.id);
  update agents.people
  set role = case when others = 0 then p_role else role end,
    role_since = case when others = 0 then now() else role_since end,
    proposed_role = case when others = 0 then null else p_role end,
    proposed_by = case when others = 0 then null else admin.id end
  where id = person.id;
  perform pg_notify('airlock_events', '');
  perform audit.append('person:' || admin.id, case when others = 0 then 'person.role_granted' else 'person.role_proposed' end,
    'person:' || person.id, jsonb_build_object('was', person.role, 'role', p_role, 'secondAdmin', others > 0));
end
$$;

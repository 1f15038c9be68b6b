-- An admin takes rights away, at once: a lower role, or the whole account. Granting a role is another function's, and
-- takes a second admin.
create function agents.fn_lower_role(p_session text, p_person uuid, p_disable boolean, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  person agents.people;
begin
  if coalesce(btrim(p_reason), '') = '' or length(p_reason) > 2000 then
    perform airlock.refuse('AL014', 'Say why, in at most 2,000 characters.');
  end if;
  -- All admins at once and in one order, and who asks once more after the wait: two admins who lower each other must not leave none.
  perform from agents.people p where p.role = 'admin' order by p.id for update;
  admin := airlock.person_with_role(p_session, 'admin');
  select p.* into person from agents.people p where p.id = p_person for update;
  if person.id is null then
    perform airlock.refuse('AL028', 'There is no such person.');
  end if;
  if person.role = 'admin' and person.disabled_at is null
    and (select count(*) from agents.people p where p.role = 'admin' and p.disabled_at is null) = 1
  then
    perform airlock.refuse('AL030', 'The last admin stays.');
  end if;
  update agents.people
  set role = 'viewer', role_since = now(), proposed_role = null, proposed_by = null, disabled_at = case when p_disable then now() else disabled_at end
  where id = person.id;
  if p_disable then
    delete from agents.sessions s where s.person_id = person.id;
  end if;
  perform audit.append('person:' || admin.id, case when p_disable then 'person.disabled' else 'person.role_lowered' end,
    'person:' || person.id, jsonb_build_object('was', person.role, 'reason', p_reason));
end
$$;

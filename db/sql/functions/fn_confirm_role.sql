-- The second admin confirms a proposed role, or turns it down. Neither who proposed it nor whom it is for may confirm, and who proposed it is still an
-- admin: with somebody who is gone nobody is two.
create function agents.fn_confirm_role(p_session text, p_person uuid, p_role text, p_confirm boolean)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  person agents.people;
begin
  -- As whoever proposes or lowers does (agents.fn_propose_role): an admin who is lowered meanwhile must not lower the last one by this.
  perform from agents.people p where p.role = 'admin' order by p.id for update;
  admin := airlock.person_with_role(p_session, 'admin');
  select p.* into person from agents.people p where p.id = p_person and p.disabled_at is null for update;
  if p_confirm is null then
    perform airlock.refuse('AL026', 'Confirm it or turn it down.');
  end if;
  if person.id is null or person.proposed_role is distinct from p_role or p_role is null then
    perform airlock.refuse('AL012', 'That role is not proposed any more.');
  end if;
  if p_confirm then
    perform airlock.check_counts(admin);
  end if;
  if p_confirm and admin.id in (person.id, person.proposed_by) then
    perform airlock.refuse('AL006', 'Another admin has to confirm this.');
  end if;
  if p_confirm and not exists (select from agents.people p where p.id = person.proposed_by and p.role = 'admin' and p.disabled_at is null) then
    perform airlock.refuse('AL012', 'Who proposed this is no longer an admin; it has to be proposed again.');
  end if;
  update agents.people
  set role = case when p_confirm then p_role else role end, role_since = case when p_confirm then now() else role_since end,
    counts_from = case when p_confirm then now() else counts_from end,
    proposed_role = null, proposed_by = null
  where id = person.id;
  perform airlock.wake();
  perform audit.append('person:' || admin.id, case when p_confirm then 'person.role_granted' else 'person.role_declined' end,
    'person:' || person.id, jsonb_build_object('was', person.role, 'role', p_role, 'proposedBy', person.proposed_by));
end
$$;

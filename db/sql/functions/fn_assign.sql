-- A person takes a question upon themselves, asks another to, or (null) leaves it to everybody again. A hint, never a lock: whoever may
-- vote still may. Somebody who is away is stood in for; nobody is asked who could not answer.
create function agents.fn_assign(p_session text, p_kind text, p_subject uuid, p_person uuid)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  taker uuid;
begin
  perform airlock.open_subject(p_kind, p_subject);
  if p_person is null then
    delete from agents.approval_assignments where subject_kind = p_kind and subject_id = p_subject;
  else
    if not airlock.may_answer(p_person, p_kind, p_subject) then
      perform airlock.refuse('AL006', 'They could not answer this: they own the agent, are not active, or have a role that does not vote on it.');
    end if;
    taker := case when p_person = person.id then p_person else airlock.stand_in_of(p_person, p_kind, p_subject) end;
    insert into agents.approval_assignments (subject_kind, subject_id, person_id, assigned_by, at)
    values (p_kind, p_subject, taker, person.id, now())
    on conflict (subject_kind, subject_id) do update set person_id = excluded.person_id, assigned_by = excluded.assigned_by, at = excluded.at;
  end if;
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'approval.assigned', p_kind || ':' || p_subject, jsonb_build_object('to', taker, 'asked', p_person));
  return taker;
end
$$;

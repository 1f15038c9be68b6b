-- A person calls the next group to a question before its time does.
create function agents.fn_escalate(p_session text, p_kind text, p_subject uuid, p_reason text)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  question agents.approvals := airlock.open_subject(p_kind, p_subject);
begin
  perform airlock.check_reason(p_reason, 'Say why; those who are called read it.');
  if question.id is null or question.escalation >= 2 then
    perform airlock.refuse('AL030', 'Everybody on the roster has been called already.');
  end if;
  if not exists (select from agents.escalation_roster r join agents.people p on p.id = r.person_id
    where r.step <= question.escalation + 1 and p.disabled_at is null)
  then
    perform airlock.refuse('AL040', 'Nobody is on the escalation roster; an admin keeps it under Settings.');
  end if;
  perform airlock.escalate(question, question.escalation + 1, 'person:' || person.id, p_reason);
  return question.escalation + 1;
end
$$;

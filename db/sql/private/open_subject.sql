-- The open question about a subject, or for a lost call (which no question is about) a row without an id; refuses what does not wait.
create function airlock.open_subject(p_kind text, p_subject uuid)
returns agents.approvals language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  question agents.approvals;
begin
  select a.* into question from agents.approvals a
  where a.subject_kind = p_kind and a.subject_id = p_subject and a.status = 'pending' for update;
  if question.id is null and not (p_kind = 'invocation' and exists (
    select from agents.tool_invocations i where i.id = p_subject and i.status = 'unknown'))
  then
    perform airlock.refuse('AL030', 'This does not wait for anybody any more.');
  end if;
  return question;
end
$$;

-- People give themselves more time for a question that is still open, twice at most.
create function agents.fn_extend_approval(p_session text, p_kind text, p_subject uuid)
returns timestamptz language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  question agents.approvals;
  more interval := make_interval(mins => airlock.setting('extension_minutes')::int);
begin
  -- The call before its question, as everybody does who holds both.
  if p_kind = 'invocation' then
    perform from agents.tool_invocations i where i.id = p_subject for update nowait;
  end if;
  question := airlock.open_subject(p_kind, p_subject);
  if question.id is null then
    perform airlock.refuse('AL030', 'This waits without an end.');
  end if;
  if question.expires_at <= clock_timestamp() then
    perform airlock.refuse('AL013', 'The time to decide has passed; it was not run.');
  end if;
  if question.extensions >= 2 then
    perform airlock.refuse('AL030', 'It was extended twice already; decide it, or let the agent ask again.');
  end if;
  update agents.approvals set expires_at = expires_at + more, extensions = extensions + 1 where id = question.id returning * into question;
  if p_kind = 'invocation' then
    update agents.tool_invocations set expires_at = question.expires_at where id = p_subject and status = 'pending';
  end if;
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'approval.extended', p_kind || ':' || p_subject,
    jsonb_build_object('until', question.expires_at, 'extensions', question.extensions));
  return question.expires_at;
end
$$;

-- Locks a waiting call for a decision and checks that what the person saw is what would be decided. Nobody waits in
-- line for a row that another person is deciding: the second one is told at once.
create function airlock.decidable_invocation(p_invocation uuid, p_revision int, p_seen_digest text)
returns agents.tool_invocations language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
begin
  select i.* into call from agents.tool_invocations i where i.id = p_invocation for update nowait;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  if call.status <> 'pending' then
    perform airlock.refuse('AL011', format('This call is %s already.', call.status), (
      select jsonb_build_object('status', call.status, 'decidedAt', max(case a.status when 'rejected' then a.decided_at else v.at end), 'decidedBy',
        (array_agg(p.name order by v.at desc))[1], 'decision', (array_agg(v.decision order by v.at desc))[1])
      from agents.approvals a
      join agents.approval_votes v on v.approval_id = a.id
      join agents.people p on p.id = v.person_id
      where a.subject_kind = 'invocation' and a.subject_id = call.id));
  end if;
  if call.expires_at <= clock_timestamp() then
    perform airlock.refuse('AL013', 'The time to decide has passed; it was not run.');
  end if;
  if call.revision is distinct from p_revision or call.binding_digest is distinct from p_seen_digest then
    perform airlock.refuse('AL012', 'What you saw is no longer what would run.', jsonb_build_object('revision', call.revision));
  end if;
  return call;
end
$$;

-- A person says no; one no is final. The reason reaches the agent, the note stays among people. An owner may reject:
-- only their yes is worth nothing. A no of somebody who said yes is as final: somebody who saw too late what they let through must not have to watch
-- another person let it go. Their one vote stays what it was, and the audit log says that they took it back.
create function agents.fn_reject_tool_invocation(
  p_session text, p_invocation uuid, p_revision int, p_seen_digest text, p_reason text, p_note text default null
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations := airlock.decidable_invocation(p_invocation, p_revision, p_seen_digest);
  approval uuid;
  voted_yes boolean;
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform airlock.refuse('AL014', 'Say why; the agent receives it.');
  end if;
  if length(p_reason) > 2000 or length(p_note) > 2000 then
    perform airlock.refuse('AL026', 'A reason and a note have at most 2,000 characters.');
  end if;
  select a.id into strict approval from agents.approvals a
  where a.subject_kind = 'invocation' and a.subject_id = call.id and a.revision = call.revision and a.status = 'pending' for update;
  insert into agents.approval_votes (id, approval_id, person_id, decision, digest, reason, note, at, seen_at)
  values (airlock.new_id(), approval, person.id, 'reject', p_seen_digest, p_reason, p_note, now(),
    (select s.at from agents.approval_sights s where s.approval_id = approval and s.person_id = person.id))
  on conflict (approval_id, person_id) do nothing;
  voted_yes := not found;
  if call.is_drill then
    return airlock.score_drill(call, person.id, 'caught');
  end if;
  update agents.approvals set status = 'rejected', decided_at = now() where id = approval;
  update agents.tool_invocations
  set status = 'rejected', approval_status = 'rejected', approval_reason = p_reason, completed_at = now()
  where id = call.id and status = 'pending';
  perform airlock.emit('tool_invocation_decided', call.id, call.agent_id, jsonb_build_object('decision', 'rejected', 'revision', call.revision));
  perform airlock.emit('tool_invocation_rejected', call.id, call.agent_id, jsonb_build_object('reason', p_reason));
  perform airlock.wake();
  perform audit.append('person:' || person.id, case when voted_yes then 'invocation.taken_back' else 'invocation.rejected' end, 'invocation:' || call.id, jsonb_build_object(
    'revision', call.revision, 'digest', p_seen_digest, 'reason', p_reason, 'note', p_note));
  return jsonb_build_object('id', call.id, 'status', 'rejected');
end
$$;

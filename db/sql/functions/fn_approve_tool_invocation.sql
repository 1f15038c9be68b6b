-- A person approves exactly what they saw. The session proves who; asker's owner and editors cannot; one vote a person a
-- revision; the call is released when enough distinct people have voted, counted under the row's lock. What is grave has been on their
-- screen for as long as it takes to read, and takes a proof that they are there. A drill is scored instead.
create function agents.fn_approve_tool_invocation(p_session text, p_invocation uuid, p_revision int, p_seen_digest text, p_reason text default null,
  p_receipt jsonb default null, p_step_up uuid default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations := airlock.decidable_invocation(p_invocation, p_revision, p_seen_digest);
  approval agents.approvals;
  seen timestamptz;
  votes int;
begin
  if length(p_reason) > 2000 or length(p_receipt::text) > 20000 then
    perform airlock.refuse('AL026', 'A reason has at most 2,000 characters, a receipt at most 20,000.');
  end if;
  if call.policy_version <> airlock.policy_version() then
    perform airlock.refuse('AL012', 'The policy has changed since this was asked; it is being decided again.');
  end if;
  perform airlock.check_voter(person, call.tool_id);
  perform airlock.check_counts(person);
  -- A yes that does not count would use up its person's one vote, and they would think it did.
  if call.required_approvals >= 2 then
    perform airlock.check_aged(person);
  end if;
  if exists (select from agents.agents a where a.id = call.agent_id and a.owner_id = person.id) then
    perform airlock.refuse('AL006', 'You cannot vote: you own this agent.');
  end if;
  if exists (select from agents.invocation_inputs n where n.invocation_id = call.id and n.edited_by = person.id) then
    perform airlock.refuse('AL006', 'You cannot vote: you edited this input.');
  end if;
  if exists (select from airlock.stopped_by(call.agent_id, call.tool_id)) then
    perform airlock.refuse('AL023', 'Calls are stopped by the kill switch.');
  end if;
  if exists (select from agents.agents a where a.id = call.agent_id and a.frozen_at is not null) then
    perform airlock.refuse('AL022', 'This agent is frozen.');
  end if;
  if not exists (
    select from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
    where t.id = call.tool_id and t.state = 'active' and v.id = call.tool_version_id and v.state = 'approved'
  ) then
    perform airlock.refuse('AL021', 'The tool has changed or may not run since this was asked.');
  end if;
  select a.* into strict approval from agents.approvals a
  where a.subject_kind = 'invocation' and a.subject_id = call.id and a.revision = call.revision and a.status = 'pending' for update;

  if exists (select from agents.approval_votes v where v.approval_id = approval.id and v.person_id = person.id) then
    perform airlock.refuse('AL010', 'You have already voted on this revision.');
  end if;
  seen := airlock.check_reading(person.id, approval.id, call.tier);
  if airlock.setting('step_up') = 1 then
    perform airlock.use_step_up(p_step_up, person.id, call.id, p_seen_digest, airlock.proofs_for(call.tool_id));
  end if;
  insert into agents.approval_votes (id, approval_id, person_id, decision, digest, reason, at, seen_at, receipt, step_up_id)
  values (airlock.new_id(), approval.id, person.id, 'approve', p_seen_digest, p_reason, now(), seen, p_receipt, p_step_up)
  on conflict (approval_id, person_id) do nothing;
  if not found then
    perform airlock.refuse('AL010', 'You have already voted on this revision.');
  end if;
  if call.is_drill then
    return airlock.score_drill(call, person.id, 'missed');
  end if;
  votes := airlock.counting_votes(approval.id, call.id);
  if votes >= call.required_approvals then
    update agents.approvals set status = 'approved', decided_at = now() where id = approval.id;
    update agents.tool_invocations
    set status = 'running', approval_status = 'approved', approval_reason = p_reason, started_at = now(),
      claimable_at = now() + airlock.release_delay(tier), execution_expires_at = now() + airlock.release_delay(tier) + airlock.execution_ttl()
    where id = call.id and status = 'pending';
    perform airlock.emit('tool_invocation_decided', call.id, call.agent_id, jsonb_build_object('decision', 'approved', 'revision', call.revision));
    perform airlock.emit('tool_invocation_running', call.id, call.agent_id, '{}');
  end if;
  perform airlock.wake(votes >= call.required_approvals);
  perform audit.append('person:' || person.id, 'invocation.approved', 'invocation:' || call.id, jsonb_build_object(
    'revision', call.revision, 'digest', p_seen_digest, 'votes', votes, 'required', call.required_approvals,
    'released', votes >= call.required_approvals, 'reason', p_reason, 'stepUp', airlock.step_up_digest(p_step_up), 'seenAt', seen));
  return jsonb_build_object('id', call.id, 'votes', votes, 'required', call.required_approvals,
    'status', case when votes >= call.required_approvals then 'running' else 'pending' end,
    'undoUntil', case when votes >= call.required_approvals then now() + airlock.release_delay(call.tier) end);
end
$$;

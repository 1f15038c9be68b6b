-- Opens the question to people for a later revision of a call. Earlier revisions' approvals are void. What people edit while it waits
-- keeps its clock: when it began, the time that they gave themselves, and whom it has called; or edits would keep it open for ever and call people
-- anew or not at all. What was noticed in its arguments is said in the trace of this revision, which the caller has written.
create function airlock.open_approval(p_invocation agents.tool_invocations)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  waiting agents.approvals;
begin
  select a.* into waiting from agents.approvals a
  where a.subject_kind = 'invocation' and a.subject_id = p_invocation.id and a.status = 'pending';
  update agents.approvals set status = 'void', decided_at = now()
  where subject_kind = 'invocation' and subject_id = p_invocation.id and revision < p_invocation.revision and status in ('pending', 'approved');
  insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged, extensions,
    escalation)
  values (airlock.new_id(), 'invocation', p_invocation.id, p_invocation.revision, p_invocation.binding_digest,
    greatest(1, p_invocation.required_approvals), 'pending', coalesce(waiting.created_at, now()), p_invocation.expires_at,
    airlock.rank_of(p_invocation.tier), p_invocation.agent_id, p_invocation.tool_id,
    coalesce((select v.alarmed from agents.tool_versions v where v.id = p_invocation.tool_version_id), false) or exists (
      select from agents.invocation_inputs n
      where n.invocation_id = p_invocation.id and n.revision = p_invocation.revision and n.trace -> 'lines' @> '[{"rule": "argument.alarm"}]'),
    coalesce(waiting.extensions, 0), coalesce(waiting.escalation, 0));
  -- No agent asked for a drill, so none hears of it.
  perform airlock.emit('tool_invocation_approval_required', p_invocation.id, case when not p_invocation.is_drill then p_invocation.agent_id end,
    airlock.approval_event(p_invocation, (select t.name from agents.tools_registry t where t.id = p_invocation.tool_id)));
end
$$;

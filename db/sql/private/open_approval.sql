-- Opens the question to people for a later revision of a call. Earlier revisions' approvals are void.
create function airlock.open_approval(p_invocation agents.tool_invocations)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.approvals set status = 'void', decided_at = now()
  where subject_kind = 'invocation' and subject_id = p_invocation.id and revision < p_invocation.revision and status in ('pending', 'approved');
  insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
  values (airlock.new_id(), 'invocation', p_invocation.id, p_invocation.revision, p_invocation.binding_digest,
    greatest(1, p_invocation.required_approvals), 'pending', now(), p_invocation.expires_at,
    airlock.rank_of(p_invocation.tier), p_invocation.agent_id, p_invocation.tool_id,
    coalesce((select v.alarmed from agents.tool_versions v where v.id = p_invocation.tool_version_id), false));
  perform airlock.emit('tool_invocation_approval_required', p_invocation.id, p_invocation.agent_id,
    airlock.approval_event(p_invocation, (select t.name from agents.tools_registry t where t.id = p_invocation.tool_id)));
end
$$;

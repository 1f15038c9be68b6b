-- Whether a released call may be taken now: everything that made it runnable, looked at again under the row's lock. What no longer
-- holds is ended or returned to people here, and the answer is no.
create function airlock.is_still_due(p_call agents.tool_invocations, p_terms airlock.call_terms, p_asked agents.invocation_inputs)
returns boolean language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_call.execution_expires_at <= clock_timestamp() then
    perform airlock.end_invocation(p_call.id, 'expired', 'system', 'It was released but not started in time.', 'execution_expired', 'execution');
  elsif p_terms.frozen_at is not null then
    perform airlock.end_invocation(p_call.id, 'cancelled', 'system', 'The agent was frozen before the call ran.', 'agent_frozen');
  elsif p_terms.tool_state <> 'active' or p_terms.version_state is distinct from 'approved' or p_terms.version_id is distinct from p_call.tool_version_id then
    perform airlock.end_invocation(p_call.id, 'cancelled', 'system', 'The tool changed or was withdrawn before the call ran.', 'tool_not_runnable');
  elsif airlock.is_trusted_less(p_call, p_terms) then
    perform airlock.return_to_people(p_call, p_terms.definition_hash, p_asked.input_digest);
  elsif p_call.policy_version <> p_terms.policy_version and p_call.required_approvals = 0 and not airlock.still_runs(p_call, p_terms) then
    perform airlock.return_to_people(p_call, p_terms.definition_hash, p_asked.input_digest);
  elsif (p_call.required_approvals > 0 and (p_call.bypassed_by is null or p_call.revision > 1) and not airlock.rule_still_answers(p_call) and airlock.counting_votes((
      select a.id from agents.approvals a
      where a.subject_kind = 'invocation' and a.subject_id = p_call.id and a.revision = p_call.revision), p_call.id) < p_call.required_approvals)
    or p_call.binding_digest <> airlock.binding_digest(p_terms.definition_hash, airlock.sha256_hex(p_asked.input),
      case when p_call.required_approvals = 0 then p_call.policy_version else p_terms.policy_version end, p_call.revision)
  then
    perform airlock.return_to_people(p_call, p_terms.definition_hash, p_asked.input_digest);
  else
    if p_call.required_approvals > 0 then
      update agents.approvals set consumed_at = now()
      where subject_kind = 'invocation' and subject_id = p_call.id and revision = p_call.revision and status = 'approved';
    end if;
    return true;
  end if;
  return false;
end
$$;

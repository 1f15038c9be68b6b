-- A waiting action whose policy was replaced is decided again, as a call is (airlock.renew_call): it is denied, or asked about anew under a digest that names
-- the policy of now. Earlier votes are void, it never needs fewer people than it did, nor gains time, and no policy frees what waits.
create function airlock.renew_action(p_review agents.approvals)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  action agents.actions;
  terms airlock.call_terms;
  lines jsonb;
  verdict jsonb;
  question agents.approvals;
begin
  select a.* into strict action from agents.actions a where a.id = p_review.subject_id for update;
  terms := airlock.action_terms(action.agent_id, action.action_type);
  lines := airlock.decide_action(terms, action.session_id, action.task_id, action.id);
  update agents.approvals set status = 'void', decided_at = now() where id = p_review.id;
  if airlock.verdict_of(lines) ->> 'kind' <> 'deny' then
    lines := lines || airlock.trace_line('policy.changed', 'hold', 1, format('version %s', terms.policy_version), 'The policy changed while it waited, so people decide anew.');
  end if;
  verdict := airlock.verdict_of(lines);
  action.policy_version := terms.policy_version;
  action.trace := jsonb_build_object('version', 1, 'policyVersion', terms.policy_version, 'verdict', verdict, 'lines', lines);
  if verdict ->> 'kind' = 'deny' then
    update agents.actions set status = 'denied', error_code = verdict ->> 'code', decided_at = now(), policy_version = action.policy_version, trace = action.trace,
      approval_reason = 'The policy changed while it waited: ' || airlock.denial_reason(lines)
    where id = action.id returning * into action;
    perform airlock.emit('review_decided', action.id, action.agent_id, jsonb_build_object('kind', 'action', 'decision', action.status,
      'name', action.action_type, 'reason', action.approval_reason, 'toolPolicyRisk', null, 'usedDeclaredCapability', true));
    perform airlock.wake();
  else
    action.required_approvals := greatest(action.required_approvals, (verdict ->> 'people')::int);
    update agents.actions set required_approvals = action.required_approvals, policy_version = action.policy_version, trace = action.trace,
      digest = airlock.action_digest(action.agent_id, action.action_type, action.payload, action.policy_version, action.required_approvals)
    where id = action.id returning * into action;
    question := airlock.open_review('action', action.id, action.digest, action.required_approvals, p_review.expires_at - now(), p_review.created_at);
    update agents.approvals set extensions = p_review.extensions, escalation = p_review.escalation where id = question.id;
  end if;
  perform audit.append('system', 'action.renewed', 'action:' || action.id, jsonb_build_object('status', action.status, 'digest', action.digest,
    'required', action.required_approvals, 'policyVersion', action.policy_version, 'errorCode', action.error_code, 'rules', airlock.rules_in(lines)));
end
$$;

-- A waiting call whose policy was replaced is decided again: it is denied, or asked about anew under a digest that names the policy of now. Earlier votes are
-- void, and it never needs fewer people than it did. What the caller checked then is taken over; it could only narrow.
create function airlock.renew_call(p_call agents.tool_invocations)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := p_call;
  terms airlock.call_terms;
  last_input agents.invocation_inputs;
  lines jsonb;
  verdict jsonb;
begin
  select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
  select n.* into strict last_input from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
  lines := airlock.decide_again(call, terms, last_input);
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' = 'deny' then
    perform airlock.end_invocation(call.id, 'denied', 'system', 'The policy changed while it waited: ' || airlock.denial_reason(lines), verdict ->> 'code');
    return;
  end if;
  lines := lines || airlock.trace_line('policy.changed', 'hold', 1, format('version %s', terms.policy_version), 'The policy changed while it waited, so people decide anew.');
  update agents.tool_invocations
  set revision = revision + 1, policy_version = terms.policy_version, required_approvals = greatest(required_approvals, (verdict ->> 'people')::int),
    binding_digest = airlock.binding_digest(terms.definition_hash, last_input.input_digest, terms.policy_version, revision + 1)
  where id = call.id returning * into call;
  insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, edited_by, trace, justification)
  values (call.id, call.revision, last_input.input, last_input.input_digest, null, jsonb_build_object('version', 1, 'policyVersion', call.policy_version,
    'verdict', airlock.verdict_of(lines), 'tier', call.tier, 'lines', lines), last_input.justification);
  perform airlock.open_approval(call);
  perform audit.append('system', 'invocation.renewed', 'invocation:' || call.id, jsonb_build_object('revision', call.revision,
    'policyVersion', call.policy_version, 'bindingDigest', call.binding_digest, 'requiredApprovals', call.required_approvals));
end
$$;

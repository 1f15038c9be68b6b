-- What was approved is no longer what would run: the call goes back to the inbox with a new revision and no votes. It is decided anew by the policy of
-- now, so that people are never asked for what that denies, nor too few of them; what the caller checked then is taken over.
create function airlock.return_to_people(p_call agents.tool_invocations, p_definition_hash text, p_input_digest text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := p_call;
  last_input agents.invocation_inputs;
  terms airlock.call_terms;
  lines jsonb;
  verdict jsonb;
  line jsonb := case
    when call.rule_id is not null and call.revision = 1 and not airlock.rule_still_answers(call) then airlock.trace_line('rule.ended', 'hold', 1,
      'standing rule ' || call.rule_id, 'The standing rule that released it ended before it ran, so people decide.')
    else airlock.trace_line('binding.changed', 'hold', 1,
      'policy, definition or trust', 'What it was released under changed before it ran, so people decide again.') end;
begin
  select n.* into strict last_input from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
  select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
  lines := airlock.decide_again(call, terms, last_input) || line;
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' = 'deny' then
    perform airlock.end_invocation(call.id, 'cancelled', 'system', 'What holds now denies it: ' || airlock.denial_reason(lines), verdict ->> 'code');
    return;
  end if;
  update agents.tool_invocations
  set status = 'pending', approval_status = 'pending', revision = revision + 1, policy_version = airlock.policy_version(),
    required_approvals = greatest(required_approvals, (verdict ->> 'people')::int), started_at = null, claimable_at = null, execution_expires_at = null,
    binding_digest = airlock.binding_digest(p_definition_hash, p_input_digest, airlock.policy_version(), revision + 1),
    expires_at = now() + airlock.approval_ttl(tier, terms)
  where id = call.id returning * into call;
  insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, edited_by, trace, justification)
  values (call.id, call.revision, last_input.input, last_input.input_digest, null, jsonb_build_object('version', 1, 'policyVersion', call.policy_version,
    'verdict', verdict, 'tier', call.tier, 'lines', lines), last_input.justification);
  perform airlock.open_approval(call);
  perform airlock.wake();
  perform audit.append('system', 'invocation.returned', 'invocation:' || call.id,
    jsonb_build_object('revision', call.revision, 'bindingDigest', call.binding_digest, 'requiredApprovals', call.required_approvals));
end
$$;

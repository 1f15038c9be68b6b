-- A person changes the input of a waiting call. The agent's own input stays on record; the new one is a new revision that
-- people decide anew: earlier votes are void, the editor's will not count, policy judges it again, and it can only need
-- more people than before. An edit that would be denied is refused, and the call waits as it was; so is one that a check or hook would have to be
-- asked about, for nobody is to agree to what those have not seen.
create function agents.fn_edit_tool_invocation(
  p_session text, p_invocation uuid, p_revision int, p_seen_digest text, p_input text, p_checks jsonb, p_effect text, p_reason text,
  p_targets jsonb default null
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations := airlock.decidable_invocation(p_invocation, p_revision, p_seen_digest);
  last_input agents.invocation_inputs;
  terms airlock.call_terms;
  lines jsonb;
  verdict jsonb;
  digest text;
  aim record;
  graver text;
  unasked text;
begin
  perform airlock.check_reason(p_reason, 'Say why you change it; it stays on record.');
  perform airlock.check_input(p_input);
  perform airlock.check_lines(p_checks);
  if airlock.are_targets(p_targets) is not true then
    perform airlock.refuse('AL026', 'The targets are not a list of what a call would reach.');
  end if;
  select n.* into strict last_input from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
  digest := airlock.sha256_hex(p_input);
  if digest = last_input.input_digest then
    perform airlock.refuse('AL026', 'Nothing was changed.');
  end if;
  select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
  if terms.tool_state <> 'active' or terms.version_state is distinct from 'approved' or terms.version_id is distinct from call.tool_version_id then
    perform airlock.refuse('AL021', 'The tool has changed or may not run since this was asked.');
  end if;
  unasked := airlock.unasked_sayers(terms.tool_name, last_input, p_checks);
  if unasked is not null then
    perform airlock.refuse('AL036', format('Nobody can ask %s about another input. Reject the call with what to change, and have the agent ask anew.', unasked));
  end if;
  -- As for an ask: what stands in the arguments raises the tier, whoever wrote them.
  if p_checks @> '[{"rule": "argument.alarm"}]' then
    terms.alarmed := true;
  end if;
  aim := airlock.aim_of(terms, p_targets, p_input);
  terms.first_seen := aim.line is not null;
  graver := airlock.tier_of(terms.risk, terms.safety_class, terms.alarmed or terms.first_seen);
  if airlock.rank_of(graver) < airlock.rank_of(call.tier) then
    graver := call.tier;
  end if;
  lines := p_checks || coalesce(aim.line, '[]') || airlock.decide_call(terms, call.session_id, call.task_id, call.id)
    || airlock.trace_line('input.edited', 'hold', 1, 'edited by a person', 'What people edit, other people decide.');
  if terms.ruled then
    lines := lines || airlock.judge_rules(terms, p_input);
  end if;
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' = 'deny' then
    perform airlock.refuse('AL036', 'This input would be denied: ' || airlock.denial_reason(lines));
  end if;
  update agents.tool_invocations
  set revision = revision + 1, tier = graver, targets = aim.to_learn, policy_version = terms.policy_version, effect = left(coalesce(p_effect, terms.tool_name), 400),
    required_approvals = greatest(required_approvals, (verdict ->> 'people')::int),
    binding_digest = airlock.binding_digest(terms.definition_hash, digest, terms.policy_version, revision + 1)
  where id = call.id returning * into call;
  insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, edited_by, trace, justification)
  values (call.id, call.revision, p_input, digest, person.id, jsonb_build_object('version', 1, 'policyVersion', call.policy_version,
    'verdict', verdict, 'tier', call.tier, 'lines', lines), last_input.justification);
  perform airlock.open_approval(call);
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'invocation.edited', 'invocation:' || call.id, jsonb_build_object(
    'revision', call.revision, 'inputDigest', digest, 'bindingDigest', call.binding_digest,
    'requiredApprovals', call.required_approvals, 'reason', p_reason));
  return jsonb_build_object('id', call.id, 'revision', call.revision, 'bindingDigest', call.binding_digest,
    'requiredApprovals', call.required_approvals);
end
$$;

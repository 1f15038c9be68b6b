-- An agent asks for a call. The key proves which agent; the decision is made here from the registry, the agent's profile
-- and level, and the classes; the caller's checks can only narrow it. One row, its trace, event and audit entry, or nothing.
-- The same idempotency key gives the first call again; with another tool or input it is a conflict. It wakes nobody: the
-- caller does, after its commit (see airlock.emit).
create function agents.fn_invoke_tool(
  p_key text, p_tool text, p_input text, p_definition_hash text, p_checks jsonb, p_effect text,
  p_idempotency_key text default null, p_session_id text default null, p_task_id text default null,
  p_request_id text default null, p_justification text default null, p_bypass_approval boolean default false,
  p_policy_version int default null, p_targets jsonb default null
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- A bitmap of an index of what is under way or waits never forgets what was: it would be walked anew each time until a vacuum.
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  asking_key record;
  terms airlock.call_terms;
  call agents.tool_invocations;
  first_call uuid;
  digest text;
  refused jsonb;
  aim record;
  rule agents.standing_rules;
  cards int;
  lines jsonb;
  verdict jsonb;
  event jsonb;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform airlock.refuse_old_sight();
  end if;
  select k.id, k.agent_id, k.secret_hash, k.revoked_at, k.expires_at, k.read_only, u.used_at into asking_key
  from agents.agent_keys k left join agents.agent_key_uses u on u.key_id = k.id where k.prefix = substr(p_key, 10, 8);
  if airlock.proves_key(p_key, asking_key.secret_hash, asking_key.revoked_at, asking_key.expires_at) is not true then
    perform airlock.refuse('AL004', 'The agent key is missing, malformed, expired or revoked.');
  end if;
  if asking_key.read_only then
    perform airlock.refuse('AL060', 'This key is read-only.');
  end if;
  -- Null is not false: whatever is not a plain no has to be the service role's.
  if p_bypass_approval is distinct from false and not pg_has_role(session_user, 'airlock_service', 'member') then
    perform airlock.refuse('AL005', 'Only the service role may bypass approval.');
  end if;
  refused := airlock.flaw_of_input(p_input);
  if refused is not null then
    perform airlock.refuse(refused ->> 'state', refused ->> 'message');
  end if;
  if airlock.are_lines(p_checks) is not true then
    perform airlock.refuse('AL026', 'The checks are not lines of a decision trace.');
  end if;
  if airlock.are_targets(p_targets) is not true then
    perform airlock.refuse('AL026', 'The targets are not a list of what a call would reach.');
  end if;
  if length(p_idempotency_key) > 255 or p_idempotency_key = '' or length(p_session_id) > 200 or length(p_task_id) > 200
    or length(p_request_id) > 200 or length(p_justification) > 2000
  then
    perform airlock.refuse('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.');
  end if;
  if coalesce(asking_key.used_at, '-infinity') <= now() - interval '1 minute' then
    perform airlock.note_key_use(asking_key.id);
  end if;
  digest := airlock.sha256_hex(p_input);

  -- Before anything else: what a key stands for does not change with the tool, the policy or the day.
  if p_idempotency_key is not null then
    select i.id into first_call from agents.tool_invocations i
    where i.agent_id = asking_key.agent_id and i.idempotency_key = p_idempotency_key;
    if first_call is not null then
      return airlock.replay_of(first_call, p_tool, digest);
    end if;
  end if;

  select c.* into terms from airlock.call_terms c where c.agent_id = asking_key.agent_id and c.tool_name = p_tool;
  if terms.tool_id is null then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  if terms.version_state is distinct from 'approved' or terms.tool_state <> 'active' then
    perform airlock.refuse('AL021', format('%s is %s and has no version that may run.', terms.tool_name, terms.tool_state));
  end if;
  if terms.definition_hash is distinct from p_definition_hash then
    perform airlock.refuse('AL012', 'The tool has another version in force than the one these checks were made for.');
  end if;
  if p_policy_version <> terms.policy_version then
    perform airlock.refuse('AL012', 'Another policy is in force than the one these checks were made for.');
  end if;
  if terms.idempotency = 'required' and p_idempotency_key is null then
    perform airlock.refuse('AL025', format('%s requires an idempotency key.', terms.tool_name));
  end if;

  -- Something in the arguments raises the tier as something about the tool does; whoever checked them can only raise it.
  if p_checks @> '[{"rule": "argument.alarm"}]' then
    terms.alarmed := true;
  end if;
  lines := p_checks;
  -- So does a target that this agent's calls of the tool have not reached before. A call without one is not looked at here.
  if p_targets is not null or terms.aims then
    aim := airlock.aim_of(terms, p_targets, p_input);
    call.targets := aim.to_learn;
    terms.first_seen := aim.line is not null;
    lines := lines || coalesce(aim.line, '[]');
  end if;
  lines := lines || airlock.decide_call(terms, p_session_id, p_task_id);
  if terms.ruled then
    lines := lines || airlock.judge_rules(terms, p_input);
  end if;
  verdict := airlock.verdict_of(lines);
  call.id := airlock.new_id();
  call.agent_id := terms.agent_id;
  call.agent_key_id := asking_key.id;
  call.tool_id := terms.tool_id;
  call.tool_version_id := terms.version_id;
  call.required_approvals := greatest(coalesce((verdict ->> 'people')::int, 0),
    airlock.class_quorum(terms.safety_class, terms.egress_class, terms.requires_approval));
  call.tier := airlock.tier_of(terms.risk, terms.safety_class, terms.alarmed or terms.first_seen);
  call.revision := 1;
  call.policy_version := terms.policy_version;
  call.binding_digest := airlock.binding_digest(terms.definition_hash, digest, terms.policy_version, 1);
  call.effect := left(coalesce(p_effect, terms.tool_name), 400);
  call.idempotency_key := p_idempotency_key;
  call.session_id := p_session_id;
  call.task_id := p_task_id;
  call.request_id := p_request_id;
  call.asked_at := now();
  call.fence := 0;
  call.is_drill := false;
  call.external := terms.external;
  -- From here to the event fn_invoke_tools says the same in its own words: there one look at the cards serves a list, and a function for
  -- both would be called for each of its asks. kept-terms.test.ts holds the records of the two equal.
  if verdict ->> 'kind' <> 'deny' and call.required_approvals > 0 and p_bypass_approval is not true then
    cards := airlock.cards_left(call.agent_id);
    rule := airlock.use_rule(terms, p_input, call.tier, call.required_approvals);
    if rule.id is null then
      if cards < 0 or (cards = 0 and not airlock.is_open_card(call.agent_id, call.binding_digest)) then
        lines := lines || airlock.trace_line('cap.open', 'deny', null, 'open requests', 'This agent has as many open requests as people can look at.');
        verdict := airlock.verdict_of(lines);
      end if;
    end if;
  end if;
  if verdict ->> 'kind' = 'deny' then
    call.status := 'denied';
    call.approval_status := 'not_required';
    call.error_code := verdict ->> 'code';
    call.completed_at := now();
    call.approval_reason := airlock.denial_reason(lines);
    event := jsonb_build_object('name', terms.tool_name, 'reason', call.approval_reason, 'toolPolicyRisk', terms.risk,
      'usedDeclaredCapability', call.error_code not in ('path_refused', 'host_refused'));
  elsif call.required_approvals > 0 and p_bypass_approval is not true and rule.id is null then
    call.status := 'pending';
    call.approval_status := 'pending';
    call.expires_at := now() + airlock.approval_ttl(call.tier, terms);
    event := airlock.approval_event(call, terms.tool_name);
  else
    call.status := 'running';
    call.approval_status := case when rule.id is null then 'not_required' else 'approved' end;
    call.rule_id := rule.id;
    call.approval_reason := rule.reason;
    call.bypassed_by := case when call.required_approvals > 0 and rule.id is null then session_user::text end;
    call.started_at := now();
    call.claimable_at := now();
    call.execution_expires_at := now() + airlock.execution_ttl();
    event := jsonb_build_object('tool', terms.tool_name);
  end if;

  -- One statement, for each costs: the call, what was asked, the question to people, the event.
  with asked as (
    insert into agents.tool_invocations values (call.*) on conflict (agent_id, idempotency_key) do nothing returning id
  ), kept as (
    insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, justification)
    select a.id, 1, p_input, digest, airlock.trace_of(call.policy_version, call.tier, verdict, lines), p_justification
    from asked a
  ), question as (
    insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
    select airlock.new_id(), 'invocation', a.id, 1, call.binding_digest, call.required_approvals, 'pending', now(), call.expires_at,
      airlock.rank_of(call.tier), call.agent_id, call.tool_id, coalesce(terms.alarmed, false)
    from asked a where call.status = 'pending'
  )
  insert into agents.events (type, at, subject, agent_id, data)
  select 'tool_invocation_' || case call.status when 'pending' then 'approval_required' else call.status end, clock_timestamp(), a.id,
    call.agent_id, event
  from asked a;
  if not found then
    -- Another request with this key came first, a moment ago.
    select i.id into strict first_call from agents.tool_invocations i
    where i.agent_id = asking_key.agent_id and i.idempotency_key = p_idempotency_key;
    return airlock.replay_of(first_call, p_tool, digest);
  end if;
  perform audit.append('agent:' || call.agent_id, 'invocation.asked', 'invocation:' || call.id, jsonb_build_object(
    'tool', terms.tool_name, 'definitionHash', terms.definition_hash, 'inputDigest', digest, 'bindingDigest', call.binding_digest,
    'status', call.status, 'tier', call.tier, 'requiredApprovals', call.required_approvals, 'policyVersion', call.policy_version,
    'bypassedBy', call.bypassed_by, 'ruleId', call.rule_id, 'errorCode', call.error_code)
    || case when terms.audit_detail = 'rules' then jsonb_build_object('rules', airlock.rules_in(lines)) else '{}' end
    || case when terms.enforce_tool_policies then '{}' else jsonb_build_object('reported', airlock.reports_in(lines)) end);
  return airlock.view_of(call, terms.tool_name);
end
$$;

-- An agent asks for a call. The key proves which agent; the decision is made here from the registry, the agent's profile
-- and level, and the classes; the caller's checks can only narrow it. One row, its trace, event and audit entry, or nothing.
-- The same idempotency key gives the first call again; with another tool or input it is a conflict.
create function agents.fn_invoke_tool(
  p_key text, p_tool text, p_input text, p_definition_hash text, p_checks jsonb, p_effect text,
  p_idempotency_key text default null, p_session_id text default null, p_task_id text default null,
  p_request_id text default null, p_justification text default null, p_bypass_approval boolean default false
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  agent agents.agents;
  tool agents.tools_registry;
  version agents.tool_versions;
  call agents.tool_invocations;
  first_call agents.tool_invocations;
  digest text;
  lines jsonb;
  verdict jsonb;
  people int;
  tier text;
begin
  -- Null is not false: whatever is not a plain no has to be the service role's.
  if p_bypass_approval is distinct from false and not pg_has_role(session_user, 'airlock_service', 'member') then
    perform airlock.refuse('AL005', 'Only the service role may bypass approval.');
  end if;
  perform airlock.check_input(p_input);
  if length(p_idempotency_key) > 255 or p_idempotency_key = '' or length(p_session_id) > 200 or length(p_task_id) > 200
    or length(p_request_id) > 200 or length(p_justification) > 2000
  then
    perform airlock.refuse('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.');
  end if;

  perform airlock.check_lines(p_checks);

  select a.* into strict agent from agents.agents a where a.id = asking_key.agent_id;
  digest := airlock.sha256_hex(p_input);
  -- Before anything else: what a key stands for does not change with the tool, the policy or the day.
  if p_idempotency_key is not null then
    select i.* into first_call from agents.tool_invocations i
    where i.agent_id = agent.id and i.idempotency_key = p_idempotency_key;
    if first_call.id is not null then
      return airlock.replay_of(first_call, p_tool, digest);
    end if;
  end if;

  select t.* into tool from agents.tools_registry t where t.name = p_tool;
  if tool.id is null then
    perform airlock.refuse('AL020', format('There is no tool named %s.', quote_literal(left(p_tool, 64))));
  end if;
  select v.* into version from agents.tool_versions v where v.id = tool.pinned_version_id and v.state = 'approved';
  if version.id is null or tool.state <> 'active' then
    perform airlock.refuse('AL021', format('%s is %s and has no version that may run.', tool.name, tool.state));
  end if;
  if version.definition_hash is distinct from p_definition_hash then
    perform airlock.refuse('AL012', 'The tool has another version in force than the one these checks were made for.');
  end if;
  if version.contract ->> 'idempotency' = 'required' and p_idempotency_key is null then
    perform airlock.refuse('AL025', format('%s takes an idempotency key.', tool.name));
  end if;

  lines := p_checks || airlock.decide_call(agent, tool, version, p_session_id);
  verdict := airlock.verdict_of(lines);
  people := greatest(coalesce((verdict ->> 'people')::int, 0),
    airlock.class_quorum(tool.safety_class, tool.egress_class, tool.requires_approval));
  tier := airlock.tier_of(tool.risk, tool.safety_class, exists (
    select from jsonb_array_elements(version.findings) f where f ->> 'severity' in ('medium', 'high', 'critical')));

  call.id := airlock.new_id();
  call.agent_id := agent.id;
  call.agent_key_id := asking_key.id;
  call.tool_id := tool.id;
  call.tool_version_id := version.id;
  call.required_approvals := people;
  call.tier := tier;
  call.revision := 1;
  call.policy_version := airlock.policy_version();
  call.binding_digest := airlock.binding_digest(version.definition_hash, digest, call.policy_version, 1);
  call.effect := left(coalesce(p_effect, tool.name), 400);
  call.idempotency_key := p_idempotency_key;
  call.session_id := p_session_id;
  call.task_id := p_task_id;
  call.request_id := p_request_id;
  call.asked_at := now();
  call.fence := 0;
  if verdict ->> 'kind' = 'deny' then
    call.status := 'denied';
    call.approval_status := 'not_required';
    call.error_code := verdict ->> 'code';
    call.completed_at := now();
    call.approval_reason := (select left(string_agg(l ->> 'sentence', ' '), 1000) from jsonb_array_elements(lines) l where l ->> 'concluded' = 'deny');
  elsif people > 0 and p_bypass_approval is not true then
    call.status := 'pending';
    call.approval_status := 'pending';
    call.expires_at := now() + airlock.approval_ttl(tier);
  else
    call.status := 'running';
    call.approval_status := 'not_required';
    call.bypassed_by := case when people > 0 then session_user::text end;
    call.started_at := now();
    call.claimable_at := now();
    call.execution_expires_at := now() + airlock.execution_ttl();
  end if;
  insert into agents.tool_invocations values (call.*) on conflict (agent_id, idempotency_key) do nothing;
  if not found then
    -- Another request with this key came first, a moment ago.
    select i.* into strict first_call from agents.tool_invocations i
    where i.agent_id = agent.id and i.idempotency_key = p_idempotency_key;
    return airlock.replay_of(first_call, p_tool, digest);
  end if;

  insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, justification)
  values (call.id, 1, p_input, digest, jsonb_build_object('version', 1, 'policyVersion', call.policy_version, 'verdict', verdict,
    'tier', tier, 'lines', lines), p_justification);
  if call.status = 'pending' then
    perform airlock.open_approval(call);
  elsif call.status = 'running' then
    perform airlock.emit('tool_invocation_running', call.id, agent.id, jsonb_build_object('tool', tool.name));
    perform pg_notify('airlock_work', '');
  else
    perform airlock.emit('tool_invocation_denied', call.id, agent.id, jsonb_build_object('name', tool.name, 'reason', call.approval_reason,
      'toolPolicyRisk', tool.risk, 'usedDeclaredCapability', call.error_code not in ('path_refused', 'host_refused')));
  end if;
  perform audit.append('agent:' || agent.id, 'invocation.asked', 'invocation:' || call.id, jsonb_build_object(
    'tool', tool.name, 'definitionHash', version.definition_hash, 'inputDigest', digest, 'bindingDigest', call.binding_digest,
    'status', call.status, 'tier', tier, 'requiredApprovals', people, 'policyVersion', call.policy_version,
    'bypassedBy', call.bypassed_by, 'errorCode', call.error_code));
  return airlock.agent_view(call.id);
end
$$;

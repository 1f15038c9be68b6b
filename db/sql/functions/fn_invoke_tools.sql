-- Agents ask for calls, several at once. Each ask has its own key and is answered as agents.fn_invoke_tool would answer it alone, after
-- those before it: a row with the view of its call, or with what it is refused for, in the order of the asks. A refused ask
-- writes nothing and changes nothing for the others. Nobody bypasses approval here. It wakes nobody: the caller does, after its
-- commit.
--
-- All that is read, decided and written is one statement, because starting one costs more than what it does for a call. Rows
-- and lane heads are taken in one order everywhere, so that two lists never wait for each other both. A tool with constraints
-- is asked for alone: calls that are counted take turns, and turns have no order that two lists could share.
create function agents.fn_invoke_tools(p_asks jsonb)
returns table (view jsonb, refused jsonb) language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  views jsonb[];
  refusals jsonb[];
  again jsonb;
  actors text[];
  subjects text[];
  bodies text[];
  stale_keys uuid[];
  ask record;
  answer jsonb;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform airlock.refuse_old_sight();
  end if;
  if airlock.are_asks(p_asks) is not true then
    perform airlock.refuse('AL026', 'Asks are a list of 1 to 32 objects, at most 4 MiB together.');
  end if;

  with known as materialized (
    select a.n, a.tool, a.input, a.definition_hash, a.checks, a.effect, a.idempotency_key, a.session_id, a.task_id, a.request_id,
      a.justification, k.id as key_id, p.agent_id, k.used_at, airlock.sha256_hex(a.input) as digest, f.id as first_id, c::airlock.call_terms as terms,
      case
        when p.agent_id is null
          then airlock.refusal('AL004', 'The agent key is missing, malformed, expired or revoked.')
        when airlock.flaw_of_input(a.input) is not null then airlock.flaw_of_input(a.input)
        when airlock.are_few(a.checks) is not true
          or exists (select from jsonb_array_elements(a.checks) line where airlock.is_line(line) is not true)
          then airlock.refusal('AL026', 'The checks are not lines of a decision trace.')
        when length(a.idempotency_key) > 255 or a.idempotency_key = '' or length(a.session_id) > 200 or length(a.task_id) > 200
          or length(a.request_id) > 200 or length(a.justification) > 2000
          then airlock.refusal('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.')
        -- Before anything else: what a key stands for does not change with the tool, the policy or the day.
        when f.id is not null then null
        when c.tool_id is null
          then airlock.refusal('AL020', format('There is no tool named %s.', quote_literal(left(a.tool, 64))))
        when c.version_state is distinct from 'approved' or c.tool_state <> 'active'
          then airlock.refusal('AL021', format('%s is %s and has no version that may run.', c.tool_name, c.tool_state))
        when c.definition_hash is distinct from a.definition_hash
          then airlock.refusal('AL012', 'The tool has another version in force than the one these checks were made for.')
        when c.idempotency = 'required' and a.idempotency_key is null
          then airlock.refusal('AL025', format('%s takes an idempotency key.', c.tool_name))
        when c.constraints is not null and jsonb_array_length(p_asks) > 1
          then airlock.refusal('AL026', format('%s is asked for alone.', c.tool_name))
      end as refused
    from rows from (jsonb_to_recordset(p_asks) as (key text, tool text, input text, "definitionHash" text, checks jsonb, effect text,
      "idempotencyKey" text, "sessionId" text, "taskId" text, "requestId" text, justification text)) with ordinality a (
      key, tool, input, definition_hash, checks, effect, idempotency_key, session_id, task_id, request_id, justification, n)
    left join lateral (
      select o.id, o.agent_id, o.secret_hash, o.revoked_at, o.expires_at, u.used_at
      from agents.agent_keys o left join agents.agent_key_uses u on u.key_id = o.id
      where o.prefix = substr(a.key, 10, 8) limit 1
    ) k on true
    cross join lateral (
      select case when airlock.proves_key(a.key, k.secret_hash, k.revoked_at, k.expires_at) then k.agent_id end as agent_id offset 0
    ) p
    left join lateral (
      select i.id from agents.tool_invocations i where i.agent_id = p.agent_id and i.idempotency_key = a.idempotency_key limit 1
    ) f on true
    left join lateral (
      select t.* from airlock.call_terms t where t.agent_id = p.agent_id and t.tool_name = a.tool limit 1
    ) c on true
  ), judged as materialized (
    select k.*, (k.terms).tool_name, (k.terms).policy_version, (k.terms).risk,
      k.checks || airlock.decide_call(k.terms, k.session_id) as lines,
      airlock.tier_of((k.terms).risk, (k.terms).safety_class, (k.terms).alarmed) as tier,
      airlock.class_quorum((k.terms).safety_class, (k.terms).egress_class, (k.terms).requires_approval) as least_people
    from known k where k.refused is null and k.first_id is null
  ), stated as materialized (
    select j.n, airlock.new_id() as id, j.agent_id, j.key_id, (j.terms).tool_id, j.tool_name, (j.terms).version_id, j.definition_hash, j.policy_version, j.risk,
      j.input, j.digest, j.effect, j.justification, j.idempotency_key, j.session_id, j.task_id, j.request_id, j.lines, j.tier,
      v.verdict, greatest(coalesce((v.verdict ->> 'people')::int, 0), j.least_people) as people, case
        when v.verdict ->> 'kind' = 'deny' then 'denied'
        when v.verdict ->> 'kind' = 'hold' or j.least_people > 0 then 'pending'
        else 'running' end as status
    from judged j cross join lateral (select airlock.verdict_of(j.lines) as verdict offset 0) v
  ), asked as (
    -- In the order of the keys: two batches that bring the same ones must not wait for each other.
    insert into agents.tool_invocations as i (id, agent_id, agent_key_id, tool_id, tool_version_id, status, approval_status, approval_reason,
      required_approvals, tier, revision, binding_digest, policy_version, effect, idempotency_key, session_id, task_id, request_id,
      asked_at, expires_at, started_at, claimable_at, execution_expires_at, fence, completed_at, error_code)
    select s.id, s.agent_id, s.key_id, s.tool_id, s.version_id, s.status,
      case s.status when 'pending' then 'pending' else 'not_required' end,
      case s.status when 'denied' then airlock.denial_reason(s.lines) end,
      s.people, s.tier, 1, airlock.binding_digest(s.definition_hash, s.digest, s.policy_version, 1),
      s.policy_version, left(coalesce(s.effect, s.tool_name), 400), s.idempotency_key, s.session_id, s.task_id, s.request_id,
      now(), case s.status when 'pending' then now() + make_interval(mins =>
        (select t.value::int from agents.settings t where t.name = 'approval_minutes_' || s.tier)) end,
      case s.status when 'running' then now() end, case s.status when 'running' then now() end,
      case s.status when 'running' then now() + make_interval(secs =>
        coalesce((select t.value from agents.settings t where t.name = 'execution_seconds'), airlock.setting('execution_seconds'))::int) end, 0,
      case s.status when 'denied' then now() end, case s.status when 'denied' then s.verdict ->> 'code' end
    from stated s order by s.agent_id, s.idempotency_key, s.n
    on conflict (agent_id, idempotency_key) do nothing
    returning i.*
  ), kept as (
    insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, justification)
    select a.id, 1, s.input, s.digest, jsonb_build_object('version', 1, 'policyVersion', s.policy_version, 'verdict', s.verdict,
      'tier', s.tier, 'lines', s.lines), s.justification
    from asked a join stated s on s.id = a.id
  ), question as (
    insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at)
    select airlock.new_id(), 'invocation', a.id, 1, a.binding_digest, a.required_approvals, 'pending', now(), a.expires_at
    from asked a where a.status = 'pending'
  ), told as (
    insert into agents.events (type, at, subject, agent_id, data)
    select 'tool_invocation_' || case a.status when 'pending' then 'approval_required' else a.status end, clock_timestamp(), a.id,
      a.agent_id, case a.status
        when 'denied' then jsonb_build_object('name', s.tool_name, 'reason', a.approval_reason, 'toolPolicyRisk', s.risk,
          'usedDeclaredCapability', a.error_code not in ('path_refused', 'host_refused'))
        when 'pending' then airlock.approval_event(a, s.tool_name)
        else jsonb_build_object('tool', s.tool_name) end
    from asked a join stated s on s.id = a.id
  )
  select
    array_agg(case when a.id is not null then airlock.view_of(a, s.tool_name) end order by k.n),
    array_agg(k.refused order by k.n),
    jsonb_agg(jsonb_build_object('at', k.n, 'agent', k.agent_id, 'key', k.idempotency_key, 'tool', k.tool, 'digest', k.digest, 'used', k.key_id)
      order by k.n) filter (where k.refused is null and a.id is null),
    array_agg('agent:' || a.agent_id order by k.n) filter (where a.id is not null),
    array_agg('invocation:' || a.id order by k.n) filter (where a.id is not null),
    array_agg(jsonb_build_object(
      'tool', s.tool_name, 'definitionHash', s.definition_hash, 'inputDigest', s.digest, 'bindingDigest', a.binding_digest,
      'status', a.status, 'tier', a.tier, 'requiredApprovals', a.required_approvals, 'policyVersion', a.policy_version,
      'bypassedBy', a.bypassed_by, 'errorCode', a.error_code)::text order by k.n) filter (where a.id is not null),
    array_agg(distinct k.key_id) filter (where a.id is not null and (k.used_at is null or k.used_at <= now() - interval '1 minute'))
  into views, refusals, again, actors, subjects, bodies, stale_keys
  from known k left join stated s on s.n = k.n left join asked a on a.id = s.id;

  -- A key was used before: an hour ago, by somebody else a moment ago, or by an ask before it in this list.
  if again is not null then
    for ask in select x.* from jsonb_to_recordset(again) x (at int, agent uuid, key text, tool text, digest text, used uuid) loop
      select airlock.replay(i.id, ask.tool, ask.digest) into strict answer from agents.tool_invocations i
      where i.agent_id = ask.agent and i.idempotency_key = ask.key;
      if answer ? 'state' then
        refusals[ask.at] := answer;
      else
        views[ask.at] := answer;
        stale_keys := stale_keys || ask.used;
      end if;
    end loop;
  end if;
  if stale_keys is not null then
    perform airlock.note_key_use(k.id) from unnest(stale_keys) k (id);
  end if;
  if subjects is not null then
    perform audit.append_all('invocation.asked', actors, subjects, bodies);
  end if;
  return query select v.* from unnest(views, refusals) v;
end
$$;

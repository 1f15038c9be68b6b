-- Agents ask for calls, several at once. Each ask has its own key and is answered as agents.fn_invoke_tool would answer it alone, after
-- those before it: a row with the view of its call, or with what it is refused for, in the order of the asks. A refused ask
-- writes nothing and changes nothing for the others. Nobody bypasses approval here. It wakes nobody: the caller does, after its
-- commit.
--
-- What is read is read by one statement and what is written by one a table, because starting one costs more than what it does
-- for a call; what is decided between them is decided step by step, because PostgreSQL prepares every branch of a statement and
-- only those steps that are reached. Rows are written in one order everywhere, so that two lists never wait for each other both. A tool
-- with constraints, or of an agent whose calls are counted, is asked for alone: calls that are counted take turns, and turns have no order that two lists could share.
create function agents.fn_invoke_tools(p_asks jsonb)
returns table (view json, refused jsonb) language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- A bitmap of an index of what is under way or waits never forgets what was: it would be walked anew each time until a vacuum.
set enable_bitmapscan = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  -- Calls that are asked together share a lane of the audit log (audit.lane_of).
  ending constant text := to_hex(floor(random() * 16)::int);
  execution_ttl interval;
  ask record;
  terms airlock.call_terms;
  call agents.tool_invocations;
  digest text;
  flaw jsonb;
  lines jsonb;
  verdict jsonb;
  answer jsonb;
  -- Of each ask, by its place in the list.
  views json[];
  refusals jsonb[];
  -- Of each call that is to be written, in the order of the keys.
  m int := 0;
  places int[];
  ids uuid[];
  calls agents.tool_invocations[];
  inputs text[];
  digests text[];
  traces jsonb[];
  justifications text[];
  notices jsonb[];
  actors text[];
  subjects text[];
  bodies text[];
  any_pending boolean := false;
  flags boolean[];
  rule agents.standing_rules;
  -- The cards of the agent whose asks come now: the list is in the order of agents.
  carded_agent uuid;
  cards int;
  carded text[];
  -- Which of them are new.
  born int[];
  again jsonb := '[]';
  stale_keys uuid[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform airlock.refuse_old_sight();
  end if;
  if airlock.are_asks(p_asks) is not true then
    perform airlock.refuse('AL026', 'Asks are a list of 1 to 32 objects, at most 4 MiB together.');
  end if;

  for ask in
    select a.*, k.id as key_id, p.agent_id, k.used_at, k.read_only, f.id as first_id, c::airlock.call_terms as terms
    from rows from (jsonb_to_recordset(p_asks) as (key text, tool text, input text, "definitionHash" text, checks jsonb, effect text,
      "idempotencyKey" text, "sessionId" text, "taskId" text, "requestId" text, justification text, "policyVersion" text)) with ordinality a (
      key, tool, input, definition_hash, checks, effect, idempotency_key, session_id, task_id, request_id, justification, policy_version, n)
    left join lateral (
      select o.id, o.agent_id, o.secret_hash, o.revoked_at, o.expires_at, o.read_only, u.used_at
      from agents.agent_keys o left join agents.agent_key_uses u on u.key_id = o.id
      where o.prefix = substr(a.key, 10, 8) limit 1
    ) k on true
    cross join lateral (
      select case when airlock.proves_key(a.key, k.secret_hash, k.revoked_at, k.expires_at) then k.agent_id end as agent_id offset 0
    ) p
    left join lateral (
      -- As a range in order, which only the index of keys gives without a sort: on a small table that of all calls of an agent
      -- looks as good, and a connection would walk it for as long as it keeps the plan.
      select i.id from agents.tool_invocations i
      where i.agent_id = p.agent_id and i.idempotency_key between a.idempotency_key and a.idempotency_key order by i.idempotency_key limit 1
    ) f on true
    left join lateral (
      select t.* from airlock.call_terms t where t.agent_id = p.agent_id and t.tool_name = a.tool limit 1
    ) c on true
    -- Two lists that bring the same keys must not wait for each other.
    order by p.agent_id, a.idempotency_key, a.n
  loop
    terms := ask.terms;
    flaw := case
      when ask.agent_id is null then airlock.refusal('AL004', 'The agent key is missing, malformed, expired or revoked.')
      when ask.read_only then airlock.refusal('AL060', 'This key may look and not act.')
      else airlock.flaw_of_input(ask.input) end;
    if flaw is not null then
      null;
    elsif airlock.are_lines(ask.checks) is not true then
      flaw := airlock.refusal('AL026', 'The checks are not lines of a decision trace.');
    elsif length(ask.idempotency_key) > 255 or ask.idempotency_key = '' or length(ask.session_id) > 200 or length(ask.task_id) > 200
      or length(ask.request_id) > 200 or length(ask.justification) > 2000
    then
      flaw := airlock.refusal('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.');
    -- Before anything else: what a key stands for does not change with the tool, the policy or the day.
    elsif ask.first_id is not null then
      again := again || jsonb_build_object('at', ask.n, 'agent', ask.agent_id, 'key', ask.idempotency_key, 'tool', ask.tool,
        'digest', airlock.sha256_hex(ask.input), 'used', ask.key_id);
      continue;
    elsif terms.tool_id is null then
      flaw := airlock.refusal('AL020', format('There is no tool named %s.', quote_literal(left(ask.tool, 64))));
    elsif terms.version_state is distinct from 'approved' or terms.tool_state <> 'active' then
      flaw := airlock.refusal('AL021', format('%s is %s and has no version that may run.', terms.tool_name, terms.tool_state));
    elsif terms.definition_hash is distinct from ask.definition_hash then
      flaw := airlock.refusal('AL012', 'The tool has another version in force than the one these checks were made for.');
    elsif ask.policy_version <> terms.policy_version::text then
      flaw := airlock.refusal('AL012', 'Another policy is in force than the one these checks were made for.');
    elsif terms.idempotency = 'required' and ask.idempotency_key is null then
      flaw := airlock.refusal('AL025', format('%s takes an idempotency key.', terms.tool_name));
    elsif (terms.constraints is not null or terms.counted) and jsonb_array_length(p_asks) > 1 then
      -- Stale: whoever reads the tool again is told so beforehand.
      flaw := airlock.refusal('AL012', format('%s is asked for alone.', terms.tool_name));
    end if;
    if flaw is not null then
      refusals[ask.n] := flaw;
      continue;
    end if;

    if ask.used_at is null or ask.used_at <= now() - interval '1 minute' then
      stale_keys := stale_keys || ask.key_id;
    end if;
    digest := airlock.sha256_hex(ask.input);
    -- Something in the arguments raises the tier as something about the tool does; whoever checked them can only raise it.
    if ask.checks @> '[{"rule": "argument.alarm"}]' then
      terms.alarmed := true;
    end if;
    lines := ask.checks || airlock.decide_call(terms, ask.session_id, ask.task_id);
    if terms.ruled then
      lines := lines || airlock.judge_rules(terms, ask.input);
    end if;
    verdict := airlock.verdict_of(lines);
    call := null;
    call.id := overlay(airlock.new_id()::text placing ending from 36)::uuid;
    call.agent_id := terms.agent_id;
    call.agent_key_id := ask.key_id;
    call.tool_id := terms.tool_id;
    call.tool_version_id := terms.version_id;
    call.required_approvals := greatest(coalesce((verdict ->> 'people')::int, 0),
      airlock.class_quorum(terms.safety_class, terms.egress_class, terms.requires_approval));
    call.tier := airlock.tier_of(terms.risk, terms.safety_class, terms.alarmed);
    call.revision := 1;
    call.policy_version := terms.policy_version;
    call.binding_digest := airlock.binding_digest(terms.definition_hash, digest, terms.policy_version, 1);
    call.effect := left(coalesce(ask.effect, terms.tool_name), 400);
    call.idempotency_key := ask.idempotency_key;
    call.session_id := ask.session_id;
    call.task_id := ask.task_id;
    call.request_id := ask.request_id;
    call.asked_at := now();
    call.fence := 0;
    call.is_drill := false;
    call.external := terms.external;
    rule := null;
    if verdict ->> 'kind' <> 'deny' and call.required_approvals > 0 then
      if call.agent_id is distinct from carded_agent then
        carded_agent := call.agent_id;
        cards := airlock.cards_left(call.agent_id);
        carded := '{}';
      end if;
      rule := airlock.use_rule(terms, ask.input, call.tier, call.required_approvals);
      if rule.id is null then
        if call.binding_digest <> all (carded) and not (cards >= 0 and airlock.is_open_card(call.agent_id, call.binding_digest)) then
          if cards > 0 then
            cards := cards - 1;
            carded := carded || call.binding_digest;
          else
            lines := lines || airlock.trace_line('cap.open', 'deny', null, 'open requests', 'This agent has as many open requests as people can look at; wait until some are decided.');
            verdict := airlock.verdict_of(lines);
          end if;
        end if;
      end if;
    end if;
    if verdict ->> 'kind' = 'deny' then
      call.status := 'denied';
      call.approval_status := 'not_required';
      call.error_code := verdict ->> 'code';
      call.completed_at := now();
      call.approval_reason := airlock.denial_reason(lines);
      notices[m + 1] := jsonb_build_object('name', terms.tool_name, 'reason', call.approval_reason, 'toolPolicyRisk', terms.risk,
        'usedDeclaredCapability', call.error_code not in ('path_refused', 'host_refused'));
    elsif call.required_approvals > 0 and rule.id is null then
      call.status := 'pending';
      flags[m + 1] := coalesce(terms.alarmed, false);
      call.approval_status := 'pending';
      call.expires_at := now() + airlock.approval_ttl(call.tier, terms);
      any_pending := true;
      notices[m + 1] := airlock.approval_event(call, terms.tool_name);
    else
      execution_ttl := coalesce(execution_ttl, airlock.execution_ttl());
      call.status := 'running';
      call.approval_status := case when rule.id is null then 'not_required' else 'approved' end;
      call.rule_id := rule.id;
      call.approval_reason := rule.reason;
      call.started_at := now();
      call.claimable_at := now();
      call.execution_expires_at := now() + execution_ttl;
      notices[m + 1] := jsonb_build_object('tool', terms.tool_name);
    end if;
    m := m + 1;
    places[m] := ask.n;
    ids[m] := call.id;
    calls[m] := call;
    inputs[m] := ask.input;
    digests[m] := digest;
    traces[m] := jsonb_build_object('version', 1, 'policyVersion', call.policy_version, 'verdict', verdict, 'tier', call.tier, 'lines', lines);
    justifications[m] := ask.justification;
    actors[m] := 'agent:' || call.agent_id;
    subjects[m] := 'invocation:' || call.id;
    bodies[m] := json_build_object(
      'tool', terms.tool_name, 'definitionHash', terms.definition_hash, 'inputDigest', digest, 'bindingDigest', call.binding_digest,
      'status', call.status, 'tier', call.tier, 'requiredApprovals', call.required_approvals, 'policyVersion', call.policy_version,
      'bypassedBy', call.bypassed_by, 'ruleId', call.rule_id, 'errorCode', call.error_code,
      'rules', case when terms.audit_detail = 'rules' then airlock.rules_in(lines) end,
      'reported', case when not terms.enforce_tool_policies then airlock.reports_in(lines) end)::text;
    views[ask.n] := airlock.view_of(call, terms.tool_name);
  end loop;

  if m > 0 then
    with asked as (
      insert into agents.tool_invocations select c.* from unnest(calls) c on conflict (agent_id, idempotency_key) do nothing returning id
    )
    select array_agg(array_position(ids, a.id)) into born from asked a;
    insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, justification)
    select ids[b], 1, inputs[b], digests[b], traces[b], justifications[b] from unnest(born) b;
    insert into agents.events (type, at, subject, agent_id, data)
    select 'tool_invocation_' || case (calls[b]).status when 'pending' then 'approval_required' else (calls[b]).status end, clock_timestamp(), ids[b],
      (calls[b]).agent_id, notices[b]
    from unnest(born) b;
    if any_pending then
      insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
      select airlock.new_id(), 'invocation', ids[b], 1, (calls[b]).binding_digest, (calls[b]).required_approvals, 'pending', now(), (calls[b]).expires_at,
        airlock.rank_of((calls[b]).tier), (calls[b]).agent_id, (calls[b]).tool_id, flags[b]
      from unnest(born) b where (calls[b]).status = 'pending';
    end if;
    if cardinality(born) is distinct from m then
      -- Another list came first with some of these keys, a moment ago, or an ask before it in this one.
      again := again || (
        select jsonb_agg(jsonb_build_object('at', places[l], 'agent', (calls[l]).agent_id, 'key', (calls[l]).idempotency_key,
          'tool', views[places[l]] ->> 'tool', 'digest', digests[l], 'used', (calls[l]).agent_key_id))
        from generate_series(1, m) l where l <> all (coalesce(born, '{}')));
      select array_agg(actors[b]), array_agg(subjects[b]), array_agg(bodies[b]) into actors, subjects, bodies from unnest(born) b;
    end if;
  end if;

  -- A key that was used before gives the first call again, or is a conflict.
  if again <> '[]' then
    for ask in select x.* from jsonb_to_recordset(again) x (at int, agent uuid, key text, tool text, digest text, used uuid) loop
      select airlock.replay(i.id, ask.tool, ask.digest) into strict answer from agents.tool_invocations i
      where i.agent_id = ask.agent and i.idempotency_key between ask.key and ask.key order by i.idempotency_key;
      if answer ? 'state' then
        views[ask.at] := null;
        refusals[ask.at] := answer;
      else
        views[ask.at] := answer;
        stale_keys := stale_keys || ask.used;
      end if;
    end loop;
  end if;
  if stale_keys is not null then
    perform airlock.note_key_use(k.id) from (select distinct s.id from unnest(stale_keys) s (id)) k;
  end if;
  if subjects is not null then
    perform audit.append_all('invocation.asked', actors, subjects, bodies);
  end if;
  return query select views[n], refusals[n] from generate_series(1, jsonb_array_length(p_asks)) n;
end
$$;

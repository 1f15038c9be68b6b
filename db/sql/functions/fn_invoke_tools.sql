-- Agents ask for calls, several at once. Each ask has its own key and is answered as agents.fn_invoke_tool would answer it alone, after
-- those before it: a row with the view of its call, or with what it is refused for, in the order of the asks. A refused ask
-- writes nothing and changes nothing for the others. Nobody bypasses approval here. It wakes nobody: the caller does, after its
-- commit.
--
-- A call about whose agent and tool nothing changed since the last one is decided by what was kept then (agents.kept_terms); any other by
-- the tables themselves, and what can be kept of it is. What is written is written by one statement a table, because starting one costs
-- more than what it does for a call; what is decided is decided step by step, because PostgreSQL prepares every branch of a statement
-- and only those steps that are reached. Rows are written in one order everywhere, so that two lists never wait for each other both. A tool
-- with constraints, or of an agent whose calls are counted, is asked for alone: calls that are counted take turns, and turns have no order that two lists could share.
create function agents.fn_invoke_tools(p_asks jsonb)
returns table (view text, refused jsonb) language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- A bitmap of an index of what is under way or waits never forgets what was: it would be walked anew each time until a vacuum.
set enable_bitmapscan = off
set enable_sort = off
-- Each of a few asks looks up what is its own; tables that were small when it was planned would be read whole for them.
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
set enable_memoize = off
as $$
#variable_conflict use_column
declare
  -- What the ids of the calls are made of: they share a moment, and by their last digit a lane of the audit log (audit.lane_of).
  seed constant text := airlock.new_id();
  first_digits constant text := left(seed, 24);
  lane_digit constant text := right(seed, 1);
  moment constant timestamptz := now();
  asked_at constant text := airlock.stamp(moment);
  asked record;
  -- Whether every line of every check is one; otherwise they are looked at ask by ask.
  sound_lines boolean;
  -- Whether none of them adds anything to what is decided without them.
  plain_lines boolean;
  stands boolean;
  newest_change xid8 := '0';
  since xid8;
  terms airlock.call_terms;
  call agents.tool_invocations;
  flaw jsonb;
  aim record;
  lines jsonb;
  verdict jsonb;
  notice jsonb;
  entry text;
  binding text;
  ends timestamptz;
  times text;
  own_ids text;
  answer jsonb;
  first record;
  -- Of each ask, by its place in the list.
  -- As text that is read once, by the gateway: even as json it would be read here as well.
  views text[];
  refusals jsonb[];
  -- Of each call that is to be written, in the order of the keys.
  m int := 0;
  places int[];
  calls agents.tool_invocations[];
  papers airlock.papers[];
  actors text[];
  subjects text[];
  bodies text[];
  written int;
  rule agents.standing_rules;
  -- Of those the ones that people decide, and whose cards are flagged.
  held agents.tool_invocations[];
  flagged boolean;
  flags uuid[] := '{}';
  -- The cards of the agent whose asks come now: the list is in the order of agents.
  carded_agent uuid;
  cards int;
  carded text[];
  again jsonb := '[]';
  used_keys uuid[];
  -- Whose call, under which idempotency key, is written last before this one: asks with one key follow each other.
  last_key text;
  nothing text;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform airlock.refuse_old_sight();
  end if;
  if airlock.are_asks(p_asks) is not true then
    perform airlock.refuse('AL026', 'Asks are a list of 1 to 32 objects, at most 4 MiB together.');
  end if;
  -- Calls that are asked together bring much the same lines.
  select bool_and(airlock.is_plain_line(l.line)) is not false into plain_lines
  from (select distinct q.line from jsonb_path_query(p_asks, '$[*].checks[*]') q (line)) l;
  sound_lines := plain_lines;
  if not plain_lines then
    select coalesce(bool_and(airlock.is_line(l.line)), true), coalesce(bool_and(l.line ->> 'concluded' = 'pass' and l.line ->> 'rule' <> 'argument.alarm'), true)
    into sound_lines, plain_lines
    from (select distinct q.line from jsonb_path_query(p_asks, '$[*].checks[*]') q (line)) l;
  end if;

  -- Who asks for what, what is kept of it, and when its turn is: who stands first in a list is run first. In an order, because two lists that bring the same keys, or the same agents, must not wait for
  -- each other. A key's first call is looked for as a range in order, which only the index of keys gives without a sort: on a small table that of all calls of
  -- an agent looks as good, and a connection would walk it for as long as it keeps the plan.
  for asked in
    select u.n::int as at, (u.n - 1) * interval '1 microsecond' as turn, u.tool, u.input, u."definitionHash", u."policyVersion", u.checks, u.targets, u.effect, u."idempotencyKey", u."sessionId",
      u."taskId", u."requestId", u.justification, k.id as key_id, k.agent_id, airlock.sha256_hex(u.input) as digest,
      case
        when airlock.proves_key(u.key, k.secret_hash, k.revoked_at, k.expires_at) is not true
          then airlock.refusal('AL004', 'The agent key is missing, malformed, expired or revoked.')
        when k.read_only then airlock.refusal('AL060', 'This key is read-only.')
        when airlock.are_few(u.checks) is not true then airlock.refusal('AL026', 'The checks are not lines of a decision trace.')
        when u.targets is not null and airlock.are_targets(u.targets) is not true
          then airlock.refusal('AL026', 'The targets are not a list of what a call would reach.')
        when length(u."idempotencyKey") > 255 or u."idempotencyKey" = '' or length(u."sessionId") > 200 or length(u."taskId") > 200
          or length(u."requestId") > 200 or length(u.justification) > 2000
          then airlock.refusal('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.')
        else airlock.flaw_of_input(u.input) end as flaw,
      f.id as first_call, o.since, o.tool_id, o.version_id, o.definition_hash, o.policy_version, o.external, o.alarmed, o.status, o.required_approvals,
      o.tier, o.lasts, o.trace, o.notice, o.entry, o.view,
      -- What is kept of this agent and tool decides alone, where checks and targets have nothing to add.
      coalesce(o.definition_hash = u."definitionHash" and (u."policyVersion" <> o.policy_version::text) is not true
        and not (o.takes_key and u."idempotencyKey" is null) and u.targets is null, false) as stands
    from rows from (jsonb_to_recordset(p_asks) as (key text, tool text, input text, "definitionHash" text, checks jsonb, effect text, "idempotencyKey" text,
      "sessionId" text, "taskId" text, "requestId" text, justification text, "policyVersion" text, targets jsonb)) with ordinality
      u (key, tool, input, "definitionHash", checks, effect, "idempotencyKey", "sessionId", "taskId", "requestId", justification, "policyVersion", targets, n)
    left join agents.agent_keys k on k.prefix = substr(u.key, 10, 8)
    left join agents.kept_terms o on o.agent_id = k.agent_id and o.tool_name = u.tool and o.xmin = o.txid::xid 
      and o.since > coalesce((select c.txid from agents.term_changes c order by c.txid desc limit 1), '0')
    left join lateral (
      select i.id from agents.tool_invocations i
      where i.agent_id = k.agent_id and i.idempotency_key between u."idempotencyKey" and u."idempotencyKey" order by i.idempotency_key limit 1
    ) f on true
    order by k.agent_id, u."idempotencyKey", u.n
  loop
    if asked.flaw is not null then
      refusals[asked.at] := asked.flaw;
      continue;
    end if;
    if not sound_lines and airlock.are_lines(asked.checks) is not true then
      refusals[asked.at] := airlock.refusal('AL026', 'The checks are not lines of a decision trace.');
      continue;
    end if;
    used_keys[asked.at] := asked.key_id;
    -- Before anything else: what a key stands for does not change with the tool, the policy or the day.
    if asked.first_call is not null or asked.agent_id || asked."idempotencyKey" = last_key then
      again := again || jsonb_build_object('at', asked.at, 'agent', asked.agent_id, 'key', asked."idempotencyKey", 'tool', asked.tool, 'digest', asked.digest);
      continue;
    end if;

    -- People must have room for another card; and nothing may have changed while this list waited for others.
    stands := asked.stands and asked.since > newest_change;
    if not plain_lines then
      stands := stands and not asked.checks @? '$[*] ? (@.concluded != "pass" || @.rule == "argument.alarm")';
    end if;
    if stands and asked.status = 'pending' then
      if asked.agent_id is distinct from carded_agent then
        carded_agent := asked.agent_id;
        cards := airlock.cards_left(asked.agent_id);
        select c.txid into newest_change from agents.term_changes c order by c.txid desc limit 1;
        carded := '{}';
      end if;
      stands := cards > 0 and asked.since > newest_change;
    end if;
    m := m + 1;
    if stands then
      entry := asked.entry;
      binding := airlock.binding_digest(asked.definition_hash, asked.digest, asked.policy_version, 1);
      call.id := concat(first_digits, lpad(right(to_hex(hashtextextended(seed, m)), 11), 11, '0'), lane_digit)::uuid;
      call.status := asked.status;
      flagged := asked.alarmed;
      ends := moment + asked.lasts;
      -- In the order of the table's columns. Two rows that are written out, because each condition within one would be prepared for both.
      if asked.status = 'pending' then
        calls[m] := row(call.id, asked.agent_id, asked.key_id, asked.tool_id, asked.version_id, 'pending', 'pending',
          null, asked.required_approvals, asked.tier, 1, binding, asked.policy_version, left(coalesce(asked.effect, asked.tool), 400), asked."idempotencyKey",
          asked."sessionId", asked."taskId", asked."requestId", moment, ends, null, null, null,
          null, null, 0, null, null, null, null, null, null, null, false, null, asked.external, null)::agents.tool_invocations;
        times := asked_at || '", "expiresAt" : "' || airlock.stamp(ends);
      else
        calls[m] := row(call.id, asked.agent_id, asked.key_id, asked.tool_id, asked.version_id, asked.status, 'not_required',
          null, asked.required_approvals, asked.tier, 1, binding, asked.policy_version, left(coalesce(asked.effect, asked.tool), 400), asked."idempotencyKey",
          asked."sessionId", asked."taskId", asked."requestId", moment, null, moment, moment + asked.turn, ends,
          null, null, 0, null, null, null, null, null, null, null, false, null, asked.external, null)::agents.tool_invocations;
        times := asked_at || '", "startedAt" : "' || asked_at;
      end if;
      papers[m] := row(call.id, asked.agent_id, asked.input, asked.digest, asked.trace, asked.checks, asked.justification, asked.status, asked.notice)::airlock.papers;
      -- What an agent is told of its call (airlock.view_of), where all but its id, its times and the agent's own ids is ready.
      own_ids := null;
      if asked."sessionId" is not null then
        own_ids := '"sessionId" : ' || to_json(asked."sessionId") || ', ';
      end if;
      if asked."taskId" is not null or asked."requestId" is not null then
        own_ids := concat(own_ids, '"taskId" : ' || to_json(asked."taskId") || ', ', '"requestId" : ' || to_json(asked."requestId") || ', ');
      end if;
      views[asked.at] := concat('{"id" : "', call.id, '", "askedAt" : "', times, '", ', own_ids, asked.view);
    else
      rule := null;
      since := pg_snapshot_xmin(pg_current_snapshot());
      select t.* into terms from airlock.call_terms t where t.agent_id = asked.agent_id and t.tool_name = asked.tool;
      flaw := case
        when terms.tool_id is null then airlock.refusal('AL020', format('There is no tool named %s.', quote_literal(left(asked.tool, 64))))
        when terms.version_state is distinct from 'approved' or terms.tool_state <> 'active'
          then airlock.refusal('AL021', format('%s is %s and has no version that may run.', terms.tool_name, terms.tool_state))
        when terms.definition_hash is distinct from asked."definitionHash"
          then airlock.refusal('AL012', 'The tool has another version in force than the one these checks were made for.')
        when asked."policyVersion" <> terms.policy_version::text
          then airlock.refusal('AL012', 'Another policy is in force than the one these checks were made for.')
        when terms.idempotency = 'required' and asked."idempotencyKey" is null
          then airlock.refusal('AL025', format('%s requires an idempotency key.', terms.tool_name))
        -- Stale: whoever reads the tool again is told so beforehand.
        when (terms.constraints is not null or terms.counted) and jsonb_array_length(p_asks) > 1
          then airlock.refusal('AL012', format('%s is asked for alone.', terms.tool_name))
        end;
      if flaw is not null then
        refusals[asked.at] := flaw;
        m := m - 1;
        continue;
      end if;
      if asked.tool_id is null then
        perform airlock.keep_terms(terms, since);
      end if;
      -- Something in the arguments raises the tier as something about the tool does; whoever checked them can only raise it.
      if asked.checks @> '[{"rule": "argument.alarm"}]' then
        terms.alarmed := true;
      end if;
      lines := asked.checks;
      call := null;
      -- So does a target that this agent's calls of the tool have not reached before. A call without one is not looked at here.
      if asked.targets is not null or terms.aims then
        aim := airlock.aim_of(terms, asked.targets, asked.input);
        call.targets := aim.to_learn;
        terms.first_seen := aim.line is not null;
        lines := lines || coalesce(aim.line, '[]');
      end if;
      lines := lines || airlock.decide_call(terms, asked."sessionId", asked."taskId");
      if terms.ruled then
        lines := lines || airlock.judge_rules(terms, asked.input);
      end if;
      verdict := airlock.verdict_of(lines);
      call.agent_id := terms.agent_id;
      call.agent_key_id := asked.key_id;
      call.tool_id := terms.tool_id;
      call.tool_version_id := terms.version_id;
      call.required_approvals := greatest(coalesce((verdict ->> 'people')::int, 0),
        airlock.class_quorum(terms.safety_class, terms.egress_class, terms.requires_approval));
      call.tier := airlock.tier_of(terms.risk, terms.safety_class, terms.alarmed or terms.first_seen);
      call.revision := 1;
      call.policy_version := terms.policy_version;
      call.binding_digest := airlock.binding_digest(terms.definition_hash, asked.digest, terms.policy_version, 1);
      call.effect := left(coalesce(asked.effect, terms.tool_name), 400);
      call.idempotency_key := asked."idempotencyKey";
      call.session_id := asked."sessionId";
      call.task_id := asked."taskId";
      call.request_id := asked."requestId";
      call.asked_at := now();
      call.fence := 0;
      call.is_drill := false;
      call.external := terms.external;
      -- From here to the notice as in fn_invoke_tool, where it is one ask (kept-terms.test.ts holds the records of the two equal).
      if verdict ->> 'kind' <> 'deny' and call.required_approvals > 0 then
        if call.agent_id is distinct from carded_agent then
          carded_agent := call.agent_id;
          cards := airlock.cards_left(call.agent_id);
          select c.txid into newest_change from agents.term_changes c order by c.txid desc limit 1;
          carded := '{}';
        end if;
        rule := airlock.use_rule(terms, asked.input, call.tier, call.required_approvals);
        if rule.id is null and cards <= 0 and call.binding_digest <> all (carded) and not (cards = 0 and airlock.is_open_card(call.agent_id, call.binding_digest)) then
          lines := lines || airlock.trace_line('cap.open', 'deny', null, 'open requests', 'This agent has as many open requests as people can look at.');
          verdict := airlock.verdict_of(lines);
        end if;
      end if;
      if verdict ->> 'kind' = 'deny' then
        call.status := 'denied';
        call.approval_status := 'not_required';
        call.error_code := verdict ->> 'code';
        call.completed_at := now();
        call.approval_reason := airlock.denial_reason(lines);
        notice := jsonb_build_object('name', terms.tool_name, 'reason', call.approval_reason, 'toolPolicyRisk', terms.risk,
          'usedDeclaredCapability', call.error_code not in ('path_refused', 'host_refused'));
      elsif call.required_approvals > 0 and rule.id is null then
        call.status := 'pending';
        call.approval_status := 'pending';
        call.expires_at := now() + airlock.approval_ttl(call.tier, terms);
        notice := airlock.approval_event(call, terms.tool_name);
      else
        call.status := 'running';
        call.approval_status := case when rule.id is null then 'not_required' else 'approved' end;
        call.rule_id := rule.id;
        call.approval_reason := rule.reason;
        call.started_at := now();
        call.claimable_at := now() + asked.turn;
        call.execution_expires_at := now() + airlock.execution_ttl();
        notice := jsonb_build_object('tool', terms.tool_name);
      end if;
      entry := airlock.asked_entry(call, terms, lines);
      binding := call.binding_digest;
      call.id := concat(first_digits, lpad(right(to_hex(hashtextextended(seed, m)), 11), 11, '0'), lane_digit)::uuid;
      flagged := coalesce(terms.alarmed, false);
      calls[m] := call;
      papers[m] := row(call.id, call.agent_id, asked.input, asked.digest, airlock.trace_of(call.policy_version, call.tier, verdict, lines), null, asked.justification,
        call.status, notice)::airlock.papers;
      views[asked.at] := airlock.view_of(call, asked.tool);
    end if;
    places[m] := asked.at;
    last_key := asked.agent_id || asked."idempotencyKey";
    if call.status = 'pending' then
      held := held || calls[m];
      if flagged then
        flags := flags || call.id;
      end if;
      -- With more room than a list can take nobody counts.
      if cards <= 32 and binding <> all (carded) and not airlock.is_open_card(asked.agent_id, binding) then
        cards := cards - 1;
        carded := carded || binding;
      end if;
    end if;
    actors[m] := 'agent:' || asked.agent_id;
    subjects[m] := 'invocation:' || call.id;
    bodies[m] := '{"inputDigest" : "' || asked.digest || '", "bindingDigest" : "' || binding || '", ' || entry;
  end loop;

  if m > 0 then
    insert into agents.tool_invocations select c.* from unnest(calls) c on conflict (agent_id, idempotency_key) do nothing;
    get diagnostics written = row_count;
    if written < m then
      -- Another list came first with some of these keys, a moment ago.
      again := again || (
        select jsonb_agg(jsonb_build_object('at', places[l], 'agent', (calls[l]).agent_id, 'key', (calls[l]).idempotency_key,
          'tool', views[places[l]]::json ->> 'tool', 'digest', (papers[l]).input_digest))
        from generate_series(1, m) l where not exists (select from agents.tool_invocations i where i.id = (calls[l]).id));
      select array_agg(b.actor), array_agg(b.subject), array_agg(b.body) into actors, subjects, bodies
      from unnest(actors, subjects, bodies) b (actor, subject, body)
      where exists (select from agents.tool_invocations i where i.id = substr(b.subject, 12)::uuid);
      select array_agg(c) into held from unnest(held) c where exists (select from agents.tool_invocations i where i.id = c.id);
      select array_agg(p) into papers from unnest(papers) p where exists (select from agents.tool_invocations i where i.id = p.id);
    end if;
    insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, checks, justification)
    select p.id, 1, p.input, p.input_digest, p.trace, p.checks, p.justification from unnest(papers) p;
    insert into agents.events (type, at, subject, agent_id, data)
    select 'tool_invocation_' || case p.status when 'pending' then 'approval_required' else p.status end, clock_timestamp(), p.id, p.agent_id, p.notice
    from unnest(papers) p;
    if held is not null then
      insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
      select overlay(gen_random_uuid()::text placing left(seed, 15) from 1)::uuid, 'invocation', c.id, 1, c.binding_digest, c.required_approvals, 'pending', moment, c.expires_at,
        airlock.rank_of(c.tier), c.agent_id, c.tool_id, c.id = any (flags)
      from unnest(held) c;
    end if;
  end if;

  -- A key that was used before gives the first call again, or is a conflict.
  if again <> '[]' then
    for first in select x.* from jsonb_to_recordset(again) x (at int, agent uuid, key text, tool text, digest text) loop
      select airlock.replay(i.id, first.tool, first.digest) into strict answer from agents.tool_invocations i
      where i.agent_id = first.agent and i.idempotency_key between first.key and first.key order by i.idempotency_key;
      if answer ? 'state' then
        views[first.at] := null;
        refusals[first.at] := answer;
      else
        views[first.at] := answer;
      end if;
    end loop;
  end if;
  perform airlock.note_key_use(u.key_id) from agents.agent_key_uses u
  where u.key_id = any (used_keys) and coalesce(u.used_at, '-infinity') <= now() - interval '1 minute';
  if subjects is not null then
    -- As an expression and not a statement of its own, which would cost three times as much to start.
    nothing := audit.append_all('invocation.asked', actors, subjects, bodies);
  end if;
  return query select views[n], refusals[n] from generate_series(1, jsonb_array_length(p_asks)) n;
end
$$;

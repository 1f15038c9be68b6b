-- Places a decoy among the questions: a call that no agent asked for, made to be refused. It looks as a real one would and waits as long;
-- the table itself refuses that it ever runs. The housekeeper places them, one at a time; a reviewer or an admin may order one, and then
-- not answer it. An agent has three at most, so that its cards are mostly its own. Null: policy would not hold such a call, so it would be no test of people.
create function agents.fn_place_drill(p_session text, p_agent uuid, p_tool_version uuid, p_input text, p_checks jsonb, p_effect text, p_flaw text,
  p_targets jsonb default null)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  orderer uuid;
  terms airlock.call_terms;
  lines jsonb;
  verdict jsonb;
  call agents.tool_invocations;
  digest text;
  words text;
  aim record;
begin
  if p_session is not null then
    orderer := (airlock.person_with_role(p_session, 'reviewer', 'admin')).id;
  elsif not pg_has_role(session_user, 'airlock_housekeeper', 'member') then
    perform airlock.refuse('AL001', 'You are not signed in, or your session has ended.');
  end if;
  -- One at a time, so that those at once count as they would one after the other.
  perform airlock.take_turns(null, null, 'drills');
  if orderer is null and exists (select from agents.drills d where d.outcome is null) then
    perform airlock.refuse('AL042', 'A drill is open; the next one is placed when people have answered it.');
  end if;
  if (select count(*) from agents.drills d join agents.tool_invocations i on i.id = d.invocation_id where d.outcome is null and i.agent_id = p_agent) >= 3 then
    perform airlock.refuse('AL042', 'Three drills of this agent are open; wait until people have answered them.');
  end if;
  perform airlock.check_input(p_input);
  perform airlock.check_lines(p_checks);
  if airlock.are_targets(p_targets) is not true then
    perform airlock.refuse('AL026', 'The targets are not a list of what a call would reach.');
  end if;
  if coalesce(btrim(p_flaw), '') = '' or length(p_flaw) > 400 then
    perform airlock.refuse('AL026', 'A drill says what is wrong with it, in at most 400 characters.');
  end if;
  select c.* into terms from airlock.call_terms c where c.agent_id = p_agent and c.version_id = p_tool_version;
  if terms.tool_id is null or terms.tool_state <> 'active' or terms.version_state is distinct from 'approved' then
    perform airlock.refuse('AL021', 'Only a tool that could run can be drilled.');
  end if;
  select k.id into call.agent_key_id from agents.agent_keys k
  where k.agent_id = p_agent and k.revoked_at is null and k.expires_at > now() order by k.created_at desc limit 1;
  -- A real call to a new target, or with something in its arguments, would say so.
  if p_checks @> '[{"rule": "argument.alarm"}]' then
    terms.alarmed := true;
  end if;
  aim := airlock.aim_of(terms, p_targets, p_input);
  terms.first_seen := aim.line is not null;
  lines := p_checks || coalesce(aim.line, '[]') || airlock.decide_call(terms, null, null);
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' <> 'hold' or call.agent_key_id is null then
    return null;
  end if;
  digest := airlock.sha256_hex(p_input);
  call.id := airlock.new_id();
  call.agent_id := terms.agent_id;
  call.tool_id := terms.tool_id;
  call.tool_version_id := terms.version_id;
  call.required_approvals := greatest((verdict ->> 'people')::int, airlock.class_quorum(terms.safety_class, terms.egress_class, terms.requires_approval));
  call.tier := airlock.tier_of(terms.risk, terms.safety_class, terms.alarmed or terms.first_seen);
  call.revision := 1;
  call.policy_version := terms.policy_version;
  call.binding_digest := airlock.binding_digest(terms.definition_hash, digest, terms.policy_version, 1);
  call.effect := left(coalesce(p_effect, terms.tool_name), 400);
  -- Where an agent always says why and in which session, a card without would be known by that.
  select l.session_id, l.task_id, n.justification into call.session_id, call.task_id, words
  from (
    select i.* from agents.tool_invocations i where i.agent_id = p_agent order by i.id desc limit 1000
  ) l
  join agents.invocation_inputs n on n.invocation_id = l.id and n.revision = 1
  where l.tool_version_id = p_tool_version and not l.is_drill order by l.id desc limit 1;
  call.asked_at := now();
  call.fence := 0;
  call.is_drill := true;
  call.external := terms.external;
  call.status := 'pending';
  call.approval_status := 'pending';
  call.expires_at := now() + airlock.approval_ttl(call.tier, terms);
  insert into agents.tool_invocations values (call.*);
  insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace, justification)
  values (call.id, 1, p_input, digest, jsonb_build_object('version', 1, 'policyVersion', call.policy_version, 'verdict', verdict, 'tier', call.tier, 'lines', lines), words);
  insert into agents.drills (invocation_id, flaw, placed_at, placed_by) values (call.id, p_flaw, now(), orderer);
  insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
  values (airlock.new_id(), 'invocation', call.id, 1, call.binding_digest, call.required_approvals, 'pending', now(), call.expires_at,
    airlock.rank_of(call.tier), call.agent_id, call.tool_id, coalesce(terms.alarmed, false));
  -- No agent hears of it.
  perform airlock.emit('tool_invocation_approval_required', call.id, null, airlock.approval_event(call, terms.tool_name));
  perform airlock.wake();
  perform audit.append(coalesce('person:' || orderer, 'system'), 'drill.placed', 'invocation:' || call.id,
    jsonb_build_object('tool', terms.tool_name, 'inputDigest', digest, 'flaw', p_flaw));
  return call.id;
end
$$;

-- A text that nobody should have followed: its calls are rejected, their agents stopped, and calls like them refused from now on, in one
-- transaction with one audit entry that names all that was done, beside an entry for each. A reviewer freezes the agents; an operator
-- throws the kill switch on each. One call that another person has decided meanwhile does not keep the others. Calls are refused from now on only
-- on account of those that are rejected here, and no version gets more rules than it may have. Nothing is stopped or refused on account of a drill. Rows come before lanes, and lanes in their order (audit.lane_of).
create function agents.fn_pivot_injection(p_session text, p_text text, p_items jsonb, p_freeze uuid[], p_deny boolean, p_reason text, p_note text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  wanted constant jsonb := jsonb_build_object('anywhere', p_text);
  pivot constant uuid := airlock.new_id();
  carriers uuid[];
  waiting uuid[];
  carrying jsonb;
  answer jsonb;
  results jsonb;
  rules agents.standing_rules[];
  frozen uuid[] := '{}';
  switches jsonb := '[]';
begin
  if airlock.flaw_of_pattern('deny', wanted) is not null then
    perform airlock.refuse('AL026', 'The text has 4 to 500 characters that can be seen.');
  end if;
  perform airlock.check_reason(p_reason, 'Say why; the agents receive it.');
  if airlock.are_seen(p_items, 200) is not true or cardinality(p_freeze) > 200 or p_deny is null or length(p_note) > 2000 then
    perform airlock.refuse('AL026', 'Together go 1 to 200 calls, each once, with the id, revision and digest that were seen.');
  end if;
  -- First of all, and in order: whoever decides one of them may have to wait for what is taken below.
  perform from agents.tool_invocations c where c.id in (select (i ->> 'id')::uuid from jsonb_array_elements(p_items) i) order by c.id for update;
  -- Under their locks: what waits as it was seen is what is rejected below.
  select array_agg(c.id), array_agg(c.id) filter (where c.status = 'pending' and c.expires_at > clock_timestamp() and not c.is_drill
    and c.revision = (i ->> 'revision')::int and c.binding_digest = i ->> 'digest') into carriers, waiting
  from jsonb_array_elements(p_items) i
  join agents.tool_invocations c on c.id = (i ->> 'id')::uuid
  join agents.invocation_inputs n on n.invocation_id = c.id and n.revision = c.revision
  where airlock.contains_text(n.input::jsonb, p_text);
  if exists (
    select from unnest(p_freeze) f where not exists (
      select from agents.tool_invocations c where c.id = any (carriers) and c.agent_id = f)
  ) then
    perform airlock.refuse('AL026', 'Only agents whose calls carry the text are stopped here.');
  end if;

  if p_deny then
    perform from agents.tools_registry t
    where t.id in (select c.tool_id from agents.tool_invocations c where c.id = any (waiting)) order by t.id for no key update;
    with made as (
      insert into agents.standing_rules (id, effect, tool_version_id, agent_id, pattern, made_from, made_by, reason, max_uses, uses, created_at, expires_at)
      select airlock.new_id(), 'deny', source.tool_version_id, null, wanted, source.id, person.id, p_reason, 10000, 0, now(), now() + interval '720 hours'
      from (
        select distinct on (c.tool_version_id) c.tool_version_id, c.id from agents.tool_invocations c
        where c.id = any (waiting) order by c.tool_version_id, c.id
      ) source
      where not exists (select from agents.standing_rules r where r.tool_version_id = source.tool_version_id and r.agent_id is null
        and r.effect = 'deny' and r.pattern = wanted and r.revoked_at is null and r.expires_at > now() + interval '700 hours')
      returning *
    )
    select array_agg(m::agents.standing_rules order by m.id) into rules from made m;
    perform airlock.check_rules_left(r.tool_version_id, 0) from unnest(rules) r;
    update agents.tools_registry t set ruled = true
    where not t.ruled and t.id in (select v.tool_id from agents.tool_versions v join unnest(rules) r on r.tool_version_id = v.id);
  end if;
  perform from agents.agents g where g.id = any (p_freeze) order by g.id for no key update;
  if person.role = 'reviewer' then
    with cold as (
      update agents.agents g set frozen_at = now(), frozen_reason = p_reason
      where g.id = any (p_freeze) and g.frozen_at is null and exists (
        select from agents.tool_invocations c where c.id = any (carriers) and c.agent_id = g.id and not c.is_drill)
      returning g.id
    )
    select coalesce(array_agg(c.id), '{}') into frozen from cold c;
  else
    with thrown as (
      insert into agents.kill_switches (id, scope, target_id, reason, thrown_by, thrown_at)
      select airlock.new_id(), 'agent', g.id, p_reason, person.id, now() from agents.agents g
      where g.id = any (p_freeze) and exists (
        select from agents.tool_invocations c where c.id = any (carriers) and c.agent_id = g.id and not c.is_drill)
      order by g.id on conflict do nothing returning id, target_id
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'agent', t.target_id)), '[]') into switches from thrown t;
  end if;

  select coalesce(jsonb_agg(i), '[]') into carrying from jsonb_array_elements(p_items) i where (i ->> 'id')::uuid = any (carriers);
  results := airlock.decide_each(p_session, carrying, 'reject', p_reason, p_note) || (
    select coalesce(jsonb_agg(jsonb_build_object('ok', false, 'id', i ->> 'id') || airlock.refusal('AL012', 'This call no longer carries the text.')), '[]')
    from jsonb_array_elements(p_items) i where (i ->> 'id')::uuid <> all (coalesce(carriers, '{}')));

  perform airlock.note_rule(r) from unnest(rules) r;
  answer := jsonb_build_object('id', pivot, 'items', results, 'rules', coalesce((select jsonb_agg(r.id) from unnest(rules) r), '[]'),
    'frozen', to_jsonb(frozen), 'stopped', coalesce((select jsonb_agg(s ->> 'agent') from jsonb_array_elements(switches) s), '[]'));
  perform airlock.wake(true);
  perform audit.append('person:' || person.id, 'injection.pivoted', 'pivot:' || pivot,
    (answer - 'id') || jsonb_build_object('text', p_text, 'reason', p_reason, 'note', p_note));
  perform audit.append('person:' || person.id, 'agent.frozen', 'agent:' || f, jsonb_build_object('reason', p_reason, 'pivot', pivot)) from unnest(frozen) f;
  perform audit.append('person:' || person.id, 'kill_switch.thrown', 'kill_switch:' || (s ->> 'id'),
    jsonb_build_object('scope', 'agent', 'target', s ->> 'agent', 'reason', p_reason, 'pivot', pivot)) from jsonb_array_elements(switches) s;
  return answer;
end
$$;

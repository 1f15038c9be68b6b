-- An agent asks about something it means to do without a tool of ours. The policy answers as it would for a call: it denies, it asks people, or a
-- profile of the agent lists it among what goes on by itself. What nobody wrote anything about takes a person. Nothing is dispatched by it. What a yes is
-- bound to names the policy; what a key stands for does not, and is the type and the payload.
create function agents.fn_ask_action(p_key text, p_action_type text, p_payload text, p_idempotency_key text default null,
  p_justification text default null, p_session_id text default null, p_task_id text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  action agents.actions;
  terms airlock.call_terms;
  digest text;
  people int;
  lines jsonb;
  verdict jsonb;
begin
  perform airlock.check_input(p_payload);
  if length(p_idempotency_key) > 255 or p_idempotency_key = '' or length(p_justification) > 2000 or length(p_session_id) > 200 or length(p_task_id) > 200 then
    perform airlock.refuse('AL026', 'Keys have 1 to 255 characters, ids at most 200, a justification at most 2,000.');
  end if;
  if not exists (select from agents.action_types t where t.name = p_action_type) then
    perform airlock.refuse('AL026', format('There is no action type %s.', quote_literal(left(coalesce(p_action_type, ''), 65))));
  end if;
  if p_idempotency_key is not null then
    select a.* into action from agents.actions a where a.agent_id = asking_key.agent_id and a.idempotency_key = p_idempotency_key;
    if action.id is not null and (action.action_type, action.payload) <> (p_action_type, p_payload) then
      perform airlock.refuse('AL024', 'This idempotency key was used with another action.', jsonb_build_object('id', action.id));
    elsif action.id is not null then
      return airlock.action_view(action) || '{"replayed": true}';
    end if;
  end if;
  terms := airlock.action_terms(asking_key.agent_id, p_action_type);
  lines := airlock.decide_action(terms, p_session_id, p_task_id);
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' = 'hold' and airlock.cards_left(asking_key.agent_id) <= 0 then
    lines := lines || airlock.trace_line('cap.open', 'deny', null, 'open requests', 'This agent has as many open requests as people can look at.');
    verdict := airlock.verdict_of(lines);
  end if;
  people := coalesce((verdict ->> 'people')::int, 0);
  digest := airlock.action_digest(asking_key.agent_id, p_action_type, p_payload, terms.policy_version, people);
  insert into agents.actions (id, agent_id, agent_key_id, action_type, payload, digest, idempotency_key, session_id, task_id, justification,
    required_approvals, status, approval_reason, error_code, policy_version, trace, asked_at, decided_at)
  values (airlock.new_id(), asking_key.agent_id, asking_key.id, p_action_type, p_payload, digest, p_idempotency_key, p_session_id, p_task_id, p_justification,
    people, case verdict ->> 'kind' when 'deny' then 'denied' when 'hold' then 'pending' else 'approved' end,
    case when verdict ->> 'kind' = 'deny' then airlock.denial_reason(lines) end, verdict ->> 'code', terms.policy_version,
    jsonb_build_object('version', 1, 'policyVersion', terms.policy_version, 'verdict', verdict, 'lines', lines), now(),
    case when verdict ->> 'kind' <> 'hold' then now() end)
  on conflict (agent_id, idempotency_key) do nothing returning * into action;
  if action.id is null then
    -- Another request with this key came first, a moment ago.
    select a.* into strict action from agents.actions a where a.agent_id = asking_key.agent_id and a.idempotency_key = p_idempotency_key;
    if (action.action_type, action.payload) <> (p_action_type, p_payload) then
      perform airlock.refuse('AL024', 'This idempotency key was used with another action.', jsonb_build_object('id', action.id));
    end if;
    return airlock.action_view(action) || '{"replayed": true}';
  end if;
  if action.status = 'pending' then
    perform airlock.open_review('action', action.id, digest, action.required_approvals, airlock.approval_ttl('medium', terms));
  else
    perform airlock.emit('review_decided', action.id, action.agent_id, jsonb_build_object('kind', 'action', 'decision', action.status)
      || case when action.status = 'denied' then jsonb_build_object('name', action.action_type, 'reason', action.approval_reason,
        'toolPolicyRisk', null, 'usedDeclaredCapability', true) else '{}' end);
    perform airlock.wake();
  end if;
  perform audit.append('agent:' || action.agent_id, 'action.asked', 'action:' || action.id, jsonb_build_object('actionType', action.action_type,
    'digest', digest, 'status', action.status, 'required', action.required_approvals, 'policyVersion', action.policy_version,
    'errorCode', action.error_code, 'rules', airlock.rules_in(lines)));
  return airlock.action_view(action);
end
$$;

-- Hands a call to a worker, or to the agent's own runtime, and tells it everything it needs to run it. Credentials that its tool names
-- are put on record as a worker's here, so that they are given by agents.fn_secrets_for_call once this is committed, without a further step.
create function airlock.take(p_call agents.tool_invocations, p_terms airlock.call_terms, p_input text, p_worker uuid, p_lease_seconds int,
  p_actor text default null)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
  answer jsonb;
  secrets jsonb;
begin
  update agents.tool_invocations
  set claimed_at = now(), worker_id = p_worker, fence = fence + 1, lease_expires_at = now() + make_interval(secs => p_lease_seconds)
  where id = p_call.id returning * into strict call;
  select jsonb_build_object(
    'id', call.id, 'fence', call.fence, 'tool', p_terms.tool_name, 'definitionHash', v.definition_hash, 'contract', v.contract,
    'cleaning', (select c.cleaning from agents.safety_classes c where c.name = v.contract ->> 'safetyClass'),
    'input', p_input, 'idempotencyKey', airlock.effect_key(call),
    'agent', jsonb_build_object('id', p_terms.agent_id, 'name', p_terms.agent_name, 'accessLevel', p_terms.acts_at,
      'projectRoot', p_terms.project_root, 'grants', p_terms.grants, 'narrowings', airlock.narrowings_of(p_terms),
      'enforceToolPolicies', p_terms.enforce_tool_policies, 'permission', airlock.permission_of(p_terms)),
    'sessionId', call.session_id, 'taskId', call.task_id, 'requestId', call.request_id)
  into strict answer from agents.tool_versions v where v.id = call.tool_version_id;
  if p_actor is null and answer #> '{contract,requires,secrets}' is not null then
    secrets := airlock.secrets_named(call.tool_version_id);
  end if;
  insert into agents.invocation_runs (invocation_id, fence, worker_id, claimed_at, handed_secrets, handed_in)
  values (call.id, call.fence, p_worker, now(), secrets, case when secrets is not null then pg_current_xact_id() end);
  perform audit.append(coalesce(p_actor, 'worker:' || p_worker), 'invocation.claimed', 'invocation:' || call.id,
    jsonb_build_object('fence', call.fence, 'bindingDigest', call.binding_digest));
  if secrets is not null then
    perform audit.append('worker:' || p_worker, 'secret.handed_over', 'invocation:' || call.id, jsonb_build_object('fence', call.fence, 'secrets', secrets));
  end if;
  return answer;
end
$$;

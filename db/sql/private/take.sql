-- Hands a call to a worker and tells it everything it needs to run it.
create function airlock.take(p_call agents.tool_invocations, p_worker uuid, p_lease_seconds int)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
  answer jsonb;
begin
  update agents.tool_invocations
  set claimed_at = now(), worker_id = p_worker, fence = fence + 1, lease_expires_at = now() + make_interval(secs => p_lease_seconds)
  where id = p_call.id returning * into strict call;
  insert into agents.invocation_runs (invocation_id, fence, worker_id, claimed_at) values (call.id, call.fence, p_worker, now());
  perform audit.append('worker:' || p_worker, 'invocation.claimed', 'invocation:' || call.id,
    jsonb_build_object('fence', call.fence, 'bindingDigest', call.binding_digest));
  select jsonb_build_object(
    'id', call.id, 'fence', call.fence, 'tool', t.name, 'definitionHash', v.definition_hash, 'contract', v.contract,
    'input', n.input, 'idempotencyKey', coalesce(call.idempotency_key, call.id::text),
    'agent', jsonb_build_object('id', a.id, 'name', a.name, 'accessLevel', acts.at, 'projectRoot', a.project_root,
      'grants', airlock.grants_at(a, acts.at)),
    'sessionId', call.session_id, 'taskId', call.task_id, 'requestId', call.request_id)
  into strict answer
  from agents.tools_registry t
  join agents.tool_versions v on v.id = call.tool_version_id
  join agents.agents a on a.id = call.agent_id
  join agents.invocation_inputs n on n.invocation_id = call.id and n.revision = call.revision
  cross join lateral airlock.effective_level(a, t.category) acts(at)
  where t.id = call.tool_id;
  return answer;
end
$$;

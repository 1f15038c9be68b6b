-- Brings the ending of a call onto the record, once, for whoever holds it under this fence. Sealed and cleaned output, the run's record, event and
-- audit entry are one transaction. A stale fence changes nothing, and the attempt itself is on record. What the tool returned comes
-- sealed to a key that is not here; the entry has its keyed digest, and those of the sealed and of the cleaned bytes, computed here.
-- The reported cost is checked, not trusted: never negative, and what goes past the tool's declared maximum counts as that
-- maximum and leaves a finding with the figure that was reported. What a call cost that the agent ran itself is its own word, and a budget is
-- there to bound the agent: it counts as the maximum, whatever was said; the entry has what was said.
create function airlock.record_result(
  p_actor text, p_holder uuid, p_invocation uuid, p_fence int, p_status text, p_sealed bytea, p_cleaned jsonb, p_findings jsonb,
  p_run jsonb, p_error_code text, p_reason text, p_cost_estimate numeric, p_sealed_to text, p_raw_digest text, p_altered boolean
)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the indexes: the tables may have been empty when it was.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
as $$
declare
  call agents.tool_invocations;
  most_cost numeric;
  findings jsonb := coalesce(p_findings, '[]');
  sealed_digest text := encode(sha256(p_sealed), 'hex');
  cleaned jsonb := coalesce(p_cleaned, 'null');
  cleaned_digest text;
begin
  if coalesce(p_status, '') not in ('completed', 'failed', 'cancelled') then
    perform airlock.refuse('AL031', 'A call ends completed, failed or cancelled.');
  end if;
  if length(p_reason) > 4000 or octet_length(p_sealed) > 67108912 or pg_column_size(p_cleaned) > 33554432 or pg_column_size(p_findings) > 8388608
    or pg_column_size(p_run) > 1048576 then
    perform airlock.refuse('AL027', 'The result is too large to be kept.');
  end if;
  if p_cost_estimate < 0 or p_cost_estimate > 1e12 or p_cost_estimate <> round(p_cost_estimate, 6) then
    perform airlock.refuse('AL026', 'A cost is a number from 0 to 1,000,000,000,000 with at most six decimals.');
  end if;
  if jsonb_typeof(findings) <> 'array' or jsonb_typeof(p_run) is distinct from 'object'
    or coalesce(p_run ->> 'exitCode', '0') !~ '^-?[0-9]{1,9}$' or p_error_code !~ '^[a-z_]{1,64}$'
  then
    perform airlock.refuse('AL026', 'A result has a list of findings, a record of its run, and an error by its code.');
  end if;
  if (p_sealed is null) <> (p_sealed_to is null) or (p_sealed is null) <> (p_raw_digest is null) or octet_length(p_sealed) < 48
    or p_sealed_to !~ '^[0-9a-f]{16}$' or p_raw_digest !~ '^[0-9a-f]{64}$' or p_altered is null
  then
    perform airlock.refuse('AL026', 'What a tool returned is kept sealed, with the key it is sealed to and its digest.');
  end if;
  select i.* into call from agents.tool_invocations i where i.id = p_invocation for update;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  if call.status <> 'running' or call.claimed_at is null or call.worker_id is distinct from p_holder or call.fence is distinct from p_fence then
    -- Returned, not raised: the attempt must stay on record, and raising would undo its entry.
    perform audit.append(p_actor, 'invocation.late_completion', 'invocation:' || call.id,
      jsonb_build_object('fence', p_fence, 'current', call.fence, 'status', call.status, 'reported', p_status));
    return jsonb_build_object('accepted', false, 'status', call.status, 'fence', call.fence);
  end if;
  select v.max_cost into most_cost from agents.tool_versions v where v.id = call.tool_version_id;
  if p_cost_estimate > most_cost then
    findings := findings || jsonb_build_object('rule', 'cost.over_declared', 'severity', 'medium', 'start', 0, 'end', 0,
      'cleanedStart', 0, 'cleanedEnd', 0, 'action', 'none', 'reason', format('Reported cost %s, declared maximum %s.', p_cost_estimate, most_cost));
  end if;
  update agents.tool_invocations
  set status = p_status, completed_at = now(), error_code = p_error_code, cost_estimate = case when p_cost_estimate > most_cost or call.external then coalesce(most_cost, p_cost_estimate) else p_cost_estimate end,
    approval_reason = coalesce(p_reason, approval_reason)
  where id = call.id;
  update agents.invocation_runs
  set ended_at = now(), plan = p_run -> 'plan', usage = p_run -> 'usage', network = p_run -> 'network',
    exit_code = (p_run ->> 'exitCode')::int, error = p_run -> 'error'
  where invocation_id = call.id and fence = p_fence;
  -- Seen from now on: what a call reached, or people said yes to. What an agent only says it has reached is not.
  if call.targets is not null and (call.approval_status = 'approved' or (p_status = 'completed' and call.external is not true)) then
    perform airlock.learn_targets(call.agent_id, call.tool_id, call.targets);
  end if;
  -- A finding is kept beside an output; without one it is kept beside an empty one.
  if p_sealed is not null or jsonb_array_length(findings) > 0 then
    cleaned_digest := airlock.sha256_hex(cleaned::text);
    insert into agents.invocation_outputs (invocation_id, sealed, sealed_to, raw_digest, sealed_digest, cleaned, cleaned_digest, altered, findings, created_at)
    values (call.id, p_sealed, p_sealed_to, p_raw_digest, sealed_digest, cleaned, cleaned_digest, p_altered, findings, now());
  end if;
  perform airlock.emit('tool_invocation_' || p_status, call.id, call.agent_id,
    jsonb_strip_nulls(jsonb_build_object('errorCode', p_error_code, 'findings', jsonb_array_length(findings))));
  perform audit.append(p_actor, 'invocation.' || p_status, 'invocation:' || call.id, jsonb_build_object(
    'fence', p_fence, 'rawDigest', p_raw_digest, 'sealedDigest', sealed_digest, 'sealedTo', p_sealed_to, 'cleanedDigest', cleaned_digest,
    'findings', jsonb_array_length(findings), 'errorCode', p_error_code, 'backend', left(p_run #>> '{plan,backend}', 100), 'cost', p_cost_estimate));
  return jsonb_build_object('accepted', true, 'status', p_status, 'fence', p_fence);
end
$$;

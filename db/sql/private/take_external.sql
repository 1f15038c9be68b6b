-- Hands a released call to the runtime of the agent that asked for it, or lengthens the lease of the one that has it, unless it was stopped since: then
-- the lease runs out. What made it runnable is looked at again as for a dispatcher. Whoever lost its lease gets it back only where running
-- it again has one effect, the policy does not deny it by now and the agent is trusted as before. The answer is what changes in the agent's view: the lease with its fence
-- and the input as people left it, or how the call stands now.
create function airlock.take_external(p_invocation uuid, p_runner uuid)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lease_seconds constant int := 300;
  call agents.tool_invocations;
  terms airlock.call_terms;
  asked agents.invocation_inputs;
  taken jsonb;
  stopped boolean;
begin
  select i.* into strict call from agents.tool_invocations i where i.id = p_invocation for update;
  if call.status <> 'running' then
    return airlock.agent_view(call.id);
  end if;
  -- Under a dispatcher's id it would be that dispatcher's to report.
  if exists (select from agents.workers w where w.id = p_runner) then
    return '{}';
  end if;
  stopped := airlock.is_stopped(call.agent_id, call.tool_id);
  select n.* into strict asked from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
  if call.claimed_at is not null and call.lease_expires_at > now() then
    if call.worker_id is distinct from p_runner then
      return '{}';
    end if;
    if not stopped then
      update agents.tool_invocations set lease_expires_at = now() + make_interval(secs => lease_seconds) where id = call.id returning * into call;
    end if;
  elsif call.claimable_at > now() or (stopped and call.claimed_at is not null) or exists (select from airlock.stopped_by(call.agent_id, call.tool_id)) then
    return '{}';
  else
    select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
    if call.claimed_at is null then
      if not airlock.is_still_due(call, terms, asked) then
        return airlock.agent_view(call.id);
      end if;
    elsif not (
      select v.idempotent and c.attempts > call.fence and terms.tool_state = 'active' and terms.version_id = v.id
      from agents.tool_versions v, agents.safety_classes c where v.id = call.tool_version_id and c.name = terms.safety_class)
      or (call.policy_version <> terms.policy_version and airlock.verdict_of(airlock.decide_again(call, terms, asked)) ->> 'kind' = 'deny')
      or airlock.is_trusted_less(call, terms)
    then
      return '{}';
    end if;
    update agents.invocation_runs set ended_at = now(), error = '{"code": "lease_lost", "message": "The agent did not report."}'
    where invocation_id = call.id and ended_at is null;
    taken := airlock.take(call, terms, asked.input, p_runner, lease_seconds, 'agent:' || call.agent_id);
    select i.* into strict call from agents.tool_invocations i where i.id = p_invocation;
  end if;
  return jsonb_build_object('lease', jsonb_build_object(
    'fence', call.fence, 'expiresAt', airlock.stamp(call.lease_expires_at), 'input', asked.input::json,
    'idempotencyKey', airlock.effect_key(call),
    'stop', stopped));
end
$$;

-- Looks for a call whose worker is gone. If running it again with the same key has one effect, this worker takes it over
-- with a new fence, as often as its safety class says; if not, nobody knows whether it happened, and a person decides. What may no longer run is not run
-- again, but its first run may have had its effect: a person decides there too. One a transaction; the answer then says that
-- it was set aside. Null means none was lost, or that an admin drains this worker.
create function agents.fn_reclaim_lost_invocation(p_worker uuid, p_lease_seconds int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
  terms airlock.call_terms;
  asked agents.invocation_inputs;
  idempotent boolean;
  may_run boolean;
  attempts int;
begin
  perform airlock.check_taker(p_worker, p_lease_seconds);
  if airlock.is_draining(p_worker) then
    return null;
  end if;
  select i.* into call from agents.tool_invocations i
  join agents.tool_versions v on v.id = i.tool_version_id
  join agents.tools_registry t on t.id = i.tool_id
  join agents.safety_classes c on c.name = t.safety_class
  where i.status = 'running' and i.claimed_at is not null and i.lease_expires_at < now() and i.external is not true
    -- What is tried again waits before that, each time twice as long.
    and (not v.idempotent or i.fence >= c.attempts or i.lease_expires_at + make_interval(secs => c.backoff_seconds * 2 ^ (i.fence - 1)) < now())
  order by i.lease_expires_at for update of i skip locked limit 1;
  if call.id is null then
    return null;
  end if;
  update agents.invocation_runs set ended_at = now(), error = '{"code": "lease_lost", "message": "The dispatcher was lost."}'
  where invocation_id = call.id and fence = call.fence and ended_at is null;
  select v.idempotent, v.state = 'approved' and t.state = 'active' and t.pinned_version_id = v.id
    and a.frozen_at is null and not exists (select from airlock.stopped_by(call.agent_id, call.tool_id)), c.attempts
  into strict idempotent, may_run, attempts
  from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id join agents.safety_classes c on c.name = t.safety_class, agents.agents a
  where v.id = call.tool_version_id and a.id = call.agent_id;
  if call.cancel_requested_at is not null and idempotent then
    perform airlock.end_invocation(call.id, 'cancelled', 'system', 'Its dispatcher was lost and it was to be cancelled.', null);
  elsif idempotent and may_run and call.fence < attempts then
    select c.* into strict terms from airlock.call_terms c where c.agent_id = call.agent_id and c.tool_id = call.tool_id;
    select n.* into strict asked from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
    -- People who said yes said it to the first run; what a policy denies since, or a step down reaches, is not run a second time.
    if (call.policy_version = terms.policy_version or airlock.verdict_of(airlock.decide_again(call, terms, asked)) ->> 'kind' <> 'deny')
      and not airlock.is_trusted_less(call, terms)
    then
      return airlock.take(call, terms, asked.input, p_worker, p_lease_seconds);
    end if;
    perform airlock.end_invocation(call.id, 'unknown', 'system', 'Its dispatcher was lost and it would not be released now; whether it took effect is not known.', 'lease_lost');
  else
    perform airlock.end_invocation(call.id, 'unknown', 'system', 'Its dispatcher was lost; whether it took effect is not known.', 'lease_lost');
  end if;
  return jsonb_build_object('setAside', call.id);
end
$$;

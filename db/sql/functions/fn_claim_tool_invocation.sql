-- A dispatcher takes the next released call, under a lease and with a new fence. Before it is taken, everything that
-- made it runnable is checked again under the row's lock: kill switch, agent, tool, version, execution expiry, binding.
-- A bypass was given for what was asked, not for a later revision. What no longer holds is denied, expired or returned to people here, and the search goes on: null means truly empty.
create function agents.fn_claim_tool_invocation(p_worker uuid, p_lease_seconds int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
  tool agents.tools_registry;
  agent agents.agents;
  pinned agents.tool_versions;
  asked agents.invocation_inputs;
begin
  perform airlock.check_taker(p_worker, p_lease_seconds);
  loop
    select i.* into call from agents.tool_invocations i
    where i.status = 'running' and i.claimed_at is null and i.claimable_at <= now()
      and not exists (select from airlock.stopped_by(i.agent_id, i.tool_id))
    order by i.claimable_at for update skip locked limit 1;
    if call.id is null then
      return null;
    end if;
    select t.* into strict tool from agents.tools_registry t where t.id = call.tool_id;
    select a.* into strict agent from agents.agents a where a.id = call.agent_id;
    select v.* into pinned from agents.tool_versions v where v.id = tool.pinned_version_id;
    select n.* into strict asked from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;

    if call.execution_expires_at <= now() then
      perform airlock.end_invocation(call.id, 'expired', 'system', 'It was released but not started in time.', 'execution_expired', 'execution');
    elsif agent.frozen_at is not null then
      perform airlock.end_invocation(call.id, 'cancelled', 'system', 'The agent was frozen before the call ran.', 'agent_frozen');
    elsif tool.state <> 'active' or pinned.state is distinct from 'approved' or pinned.id is distinct from call.tool_version_id then
      perform airlock.end_invocation(call.id, 'cancelled', 'system', 'The tool changed or was withdrawn before the call ran.', 'tool_not_runnable');
    elsif (call.required_approvals > 0 and (call.bypassed_by is null or call.revision > 1) and airlock.counting_votes((
        select a.id from agents.approvals a
        where a.subject_kind = 'invocation' and a.subject_id = call.id and a.revision = call.revision), call.id) < call.required_approvals)
      or call.binding_digest <> airlock.binding_digest(pinned.definition_hash, airlock.sha256_hex(asked.input),
      airlock.policy_version(), call.revision)
    then
      perform airlock.return_to_people(call, pinned.definition_hash, asked.input_digest);
    else
      update agents.approvals set consumed_at = now()
      where subject_kind = 'invocation' and subject_id = call.id and revision = call.revision and status = 'approved';
      return airlock.take(call, p_worker, p_lease_seconds);
    end if;
  end loop;
end
$$;

-- The runner of an agent that ran a call itself reports how it ended, once, under the lease it holds; the gateway has cleaned and sealed what it
-- brought. Sent again by the same runner under the same fence it changes nothing and gives what is on record.
create function agents.fn_report_external(
  p_key text, p_invocation uuid, p_runner uuid, p_fence int, p_status text, p_sealed bytea, p_cleaned jsonb, p_findings jsonb, p_run jsonb,
  p_error_code text default null, p_reason text default null, p_cost_estimate numeric default null,
  p_sealed_to text default null, p_raw_digest text default null, p_altered boolean default false
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  call agents.tool_invocations;
begin
  if coalesce(p_status, '') not in ('completed', 'failed') then
    perform airlock.refuse('AL026', 'A result is completed or failed.');
  end if;
  select i.* into call from agents.tool_invocations i
  where i.id = p_invocation and i.agent_id = asking_key.agent_id and not i.is_drill for update;
  if call.id is null then
    perform airlock.refuse('AL028', 'This agent has no invocation with that id.');
  end if;
  if call.external is not true then
    perform airlock.refuse('AL030', 'This call is run by a dispatcher, which reports its result.');
  end if;
  if call.worker_id = p_runner and call.fence = p_fence and call.status in ('completed', 'failed') and exists (
    select from agents.invocation_runs r where r.invocation_id = call.id and r.fence = p_fence and r.ended_at = call.completed_at)
  then
    return airlock.agent_view(call.id) || '{"replayed": true}';
  end if;
  -- A late one is on record as an attempt; the answer says so, for raising would undo its entry.
  if (airlock.record_result('agent:' || call.agent_id, p_runner, call.id, p_fence, p_status, p_sealed, p_cleaned, p_findings, p_run,
    p_error_code, p_reason, p_cost_estimate, p_sealed_to, p_raw_digest, p_altered) ->> 'accepted')::boolean
  then
    return airlock.agent_view(call.id);
  end if;
  return jsonb_build_object('late', true, 'status', call.status);
end
$$;

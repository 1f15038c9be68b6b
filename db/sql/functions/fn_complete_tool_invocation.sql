-- A worker reports how a call ended, once, with the fence it holds (airlock.record_result). What an agent runs itself it reports itself.
create function agents.fn_complete_tool_invocation(
  p_worker uuid, p_invocation uuid, p_fence int, p_status text, p_sealed bytea, p_cleaned jsonb, p_findings jsonb,
  p_run jsonb, p_error_code text default null, p_reason text default null, p_cost_estimate numeric default null,
  p_sealed_to text default null, p_raw_digest text default null, p_altered boolean default false
)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from agents.workers w where w.id = p_worker) then
    perform airlock.refuse('AL028', 'This worker is not registered.');
  end if;
  return airlock.record_result('worker:' || p_worker, p_worker, p_invocation, p_fence, p_status, p_sealed, p_cleaned, p_findings, p_run,
    p_error_code, p_reason, p_cost_estimate, p_sealed_to, p_raw_digest, p_altered);
end
$$;

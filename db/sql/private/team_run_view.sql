-- What an agent may know of its own team run: the answer and its reason, never who gave it.
create function airlock.team_run_view(p_run agents.team_runs)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', p_run.id, 'name', p_run.name, 'status', p_run.approval_status,
    'reason', p_run.approval_reason, 'requiredApprovals', p_run.required_approvals,
    'askedAt', airlock.stamp(p_run.asked_at),
    'decidedAt', airlock.stamp(p_run.decided_at)))
$$;

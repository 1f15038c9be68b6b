-- What an agent may know of its own action: the answer and its reason, never who gave it.
create function airlock.action_view(p_action agents.actions)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', p_action.id, 'actionType', p_action.action_type, 'status', p_action.status,
    'reason', p_action.approval_reason, 'errorCode', p_action.error_code, 'requiredApprovals', p_action.required_approvals,
    'askedAt', airlock.stamp(p_action.asked_at), 'decidedAt', airlock.stamp(p_action.decided_at),
    'expiresAt', case when p_action.status = 'pending' then airlock.stamp((
      select a.expires_at from agents.approvals a where a.subject_kind = 'action' and a.subject_id = p_action.id order by a.revision desc limit 1)) end))
$$;

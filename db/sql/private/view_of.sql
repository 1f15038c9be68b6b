-- What an agent may know of its own call: never the raw output, never who voted, never an internal note. As text that is read
-- once, by the gateway: a tree of it would cost twice as much.
create function airlock.view_of(p_call agents.tool_invocations, p_tool text)
returns json language sql stable
as $$
  select json_object(
    'id': p_call.id, 'tool': p_tool, 'status': p_call.status, 'approvalStatus': p_call.approval_status, 'tier': p_call.tier,
    'revision': p_call.revision, 'askedAt': airlock.stamp(p_call.asked_at), 'startedAt': airlock.stamp(p_call.started_at),
    'completedAt': airlock.stamp(p_call.completed_at),
    'expiresAt': case when p_call.status = 'pending' then airlock.stamp(p_call.expires_at) end,
    'requiredApprovals': p_call.required_approvals, 'reason': p_call.approval_reason, 'errorCode': p_call.error_code,
    'expiryKind': p_call.expiry_kind, 'sessionId': p_call.session_id, 'taskId': p_call.task_id, 'requestId': p_call.request_id,
    'external': case when p_call.external then true end
    absent on null returning json)
$$;

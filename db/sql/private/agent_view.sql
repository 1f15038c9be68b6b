-- What an agent may know of its own call: never the raw output, never who voted, never an internal note.
create function airlock.agent_view(p_invocation uuid)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', i.id, 'tool', t.name, 'status', i.status, 'approvalStatus', i.approval_status, 'tier', i.tier,
    'revision', i.revision,
    'askedAt', to_char(i.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'startedAt', to_char(i.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'completedAt', to_char(i.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', case when i.status = 'pending' then to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
    'requiredApprovals', i.required_approvals,
    'reason', i.approval_reason,
    'errorCode', i.error_code,
    'expiryKind', i.expiry_kind,
    'sessionId', i.session_id, 'taskId', i.task_id, 'requestId', i.request_id
  )) || case when o.invocation_id is null then '{}'::jsonb else jsonb_build_object('output', o.cleaned, 'findings', o.findings) end
  from agents.tool_invocations i
  join agents.tools_registry t on t.id = i.tool_id
  left join agents.invocation_outputs o on o.invocation_id = i.id
  where i.id = p_invocation
$$;

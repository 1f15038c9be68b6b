-- Ends a call without a result, with its event and audit entry.
create function airlock.end_invocation(p_invocation uuid, p_status text, p_actor text, p_reason text, p_error_code text, p_expiry_kind text default null)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations;
begin
  update agents.tool_invocations
  set status = p_status, completed_at = case when p_status = 'unknown' then null else now() end, error_code = p_error_code,
    expiry_kind = p_expiry_kind,
    approval_reason = coalesce(p_reason, approval_reason),
    approval_status = case
      when approval_status = 'pending' and p_status = 'expired' then 'expired'
      when approval_status = 'pending' or (approval_status = 'approved' and claimed_at is null and p_status <> 'expired') then 'void'
      else approval_status end
  where id = p_invocation returning * into strict call;
  perform airlock.close_approval(call.id, case when p_status = 'expired' then 'expired' else 'void' end);
  if call.is_drill then
    update agents.drills set outcome = 'unanswered', decided_at = now() where invocation_id = call.id and outcome is null;
  end if;
  -- No agent asked for a drill, so none hears of its end.
  perform airlock.emit('tool_invocation_' || p_status, call.id, case when not call.is_drill then call.agent_id end,
    jsonb_strip_nulls(jsonb_build_object('reason', p_reason, 'expiryKind', p_expiry_kind)) ||
    case when p_status = 'denied' then (
      select jsonb_build_object('name', t.name, 'reason', p_reason, 'toolPolicyRisk', t.risk, 'usedDeclaredCapability', true)
      from agents.tools_registry t where t.id = call.tool_id) else '{}'::jsonb end);
  perform airlock.wake();
  perform audit.append(p_actor, 'invocation.' || p_status, 'invocation:' || call.id,
    jsonb_build_object('reason', p_reason, 'errorCode', p_error_code, 'expiryKind', p_expiry_kind, 'fence', call.fence));
end
$$;

-- What the event says that a call waits for people.
create function airlock.approval_event(p_call agents.tool_invocations, p_tool text)
returns jsonb language sql stable
as $$
  select jsonb_build_object('tool', p_tool, 'tier', p_call.tier, 'requiredApprovals', p_call.required_approvals, 'revision', p_call.revision)
$$;

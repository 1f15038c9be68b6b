-- Whether an invocation's row says what a row can say: words of the lists, numbers in their bounds, and times that go with
-- the state. Asked by both guards and not written as CHECKs: PostgreSQL reads and plans the text of each of those again for
-- every statement, which cost a call more than its decision.
create function airlock.is_sound(p_row agents.tool_invocations)
returns boolean language sql stable
as $$
  select p_row.status in ('denied', 'pending', 'running', 'completed', 'failed', 'rejected', 'expired', 'cancelled', 'unknown')
    and p_row.approval_status in ('not_required', 'pending', 'approved', 'rejected', 'expired', 'void')
    and p_row.tier in ('low', 'medium', 'high', 'dual')
    and p_row.required_approvals between 0 and 2 and p_row.revision >= 1 and p_row.fence >= 0
    and coalesce(length(p_row.idempotency_key), 0) <= 255 and coalesce(p_row.cost_estimate, 0) >= 0
    and coalesce(cardinality(p_row.targets), 0) <= 32
    and (p_row.status = 'expired') = (p_row.expiry_kind is not null)
    and coalesce(p_row.expiry_kind, 'approval') in ('approval', 'execution')
    and (p_row.started_at is not null or p_row.status not in ('running', 'completed', 'unknown'))
$$;

import { approveInvocation } from "#app/actions/approve-invocation.ts";
import { rejectInvocation } from "#app/actions/reject-invocation.ts";
import type { InboxActions } from "#components/approvals/inbox-actions.tsx";

/** Everything a person can do from the inbox, wherever it stands. */
export const inboxActions: InboxActions = {
  approve: approveInvocation,
  reject: rejectInvocation,
};

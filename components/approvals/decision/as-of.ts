import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";

/** A call whose time has passed is dead, although no one has told this page yet: no button on it may look alive. */
export function asOf(detail: ApprovalDetail, now: number): ApprovalDetail {
  if (detail.status !== "pending" || Date.parse(detail.expiresAt) > now) return detail;
  return { ...detail, status: "expired", approvalStatus: "expired" };
}

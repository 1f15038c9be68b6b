import { firstSeenIn } from "#lib/approvals/first-seen.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";

type Ruled = Pick<ApprovalDetail, "status" | "tier" | "required" | "trace"> & {
  readonly tool: Pick<ApprovalDetail["tool"], "safetyClass" | "findings">;
  readonly right: Pick<ApprovalDetail["right"], "approve" | "sentence">;
};

const ALARMS = ["medium", "high", "critical"];

/** Why calls like this one are decided one by one; the database refuses for the same reasons. Null when a rule may approve them. */
export function whyNoStandingYes({ status, tier, required, trace, tool, right }: Ruled): string | null {
  if (tool.safetyClass === "financial" || tool.safetyClass === "privileged")
    return `${tool.safetyClass === "financial" ? "Financial" : "Privileged"} calls are approved one by one.`;
  if (tier === "high" && required === 1 && firstSeenIn(trace) !== null)
    return "It would reach something for the first time, so it is approved by itself; the next call to the same can have a rule.";
  if (tier === "high" || tier === "dual" || required > 1) return "Calls of this risk are approved one by one.";
  if (tool.findings.some(({ severity }) => ALARMS.includes(severity)))
    return "The scanner noticed something about this tool, so its calls are approved one by one.";
  // Of a call that was decided a moment ago, whoever voted has voted.
  return status !== "pending" || right.approve ? null : (right.sentence ?? "You cannot approve this call.");
}

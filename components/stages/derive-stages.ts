import type { ApprovalState, InvocationState } from "#lib/policy/vocabulary.ts";

/** The way of one call, the same on every page. */
export const STAGES = ["ask", "check", "decide", "approve", "run", "clean", "record"] as const;
export type StageName = (typeof STAGES)[number];

/** done: filled · now: ringed · stopped: crossed · skipped: a short dash · todo: hollow */
export type StageState = "done" | "now" | "stopped" | "skipped" | "todo";

export interface CallProgress {
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly claimedAt: string | null;
  readonly startedAt: string | null;
  readonly hasOutput: boolean;
  readonly errorCode: string | null;
}

/** Refusals that the checks before the decision make. */
const CHECK_CODES = new Set(["invalid_input", "path_refused", "host_refused", "access_refused", "input_too_large"]);

/** Where a call stands, from its row alone: pure, so that a list and a page can never disagree. */
export function deriveStages(call: CallProgress): Record<StageName, StageState> {
  const before = call.approvalStatus === "not_required" ? "skipped" : "done";
  const stages = (
    check: StageState,
    decide: StageState,
    approve: StageState,
    run: StageState,
    clean: StageState,
    record: StageState,
  ) => ({ ask: "done" as const, check, decide, approve, run, clean, record });
  switch (call.status) {
    case "pending":
      return stages("done", "done", "now", "todo", "todo", "todo");
    case "running":
      return stages("done", "done", before, "now", "todo", "todo");
    case "completed":
      // Without an output it completed by a person's word: its worker was lost and nothing came back to clean.
      return stages("done", "done", before, "done", call.hasOutput ? "done" : "skipped", "done");
    case "failed":
      return call.hasOutput
        ? stages("done", "done", before, "stopped", "done", "done")
        : stages("done", "done", before, "stopped", "skipped", "done");
    case "unknown":
      return stages("done", "done", before, "stopped", "skipped", "now");
    case "denied":
      return CHECK_CODES.has(call.errorCode ?? "")
        ? stages("stopped", "skipped", "skipped", "skipped", "skipped", "done")
        : stages("done", "stopped", "skipped", "skipped", "skipped", "done");
    case "rejected":
      return stages("done", "done", "stopped", "skipped", "skipped", "done");
    case "expired":
    case "cancelled":
      return call.startedAt === null
        ? stages("done", "done", "stopped", "skipped", "skipped", "done")
        : stages("done", "done", before, "stopped", "skipped", "done");
  }
}

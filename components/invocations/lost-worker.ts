import type { InvocationRun } from "#lib/invocations/read-invocation.ts";

/** Of a run whose worker was lost nothing was reported: what its row lacks is not known, rather than none. */
export function wasLost(run: Pick<InvocationRun, "error"> | undefined): boolean {
  return run?.error?.code === "lease_lost";
}

export const NOT_REPORTED = "Its dispatcher was lost before it could report.";

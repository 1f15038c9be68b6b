import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";

/** One moment in the life of a call. */
export interface CallStep {
  readonly at: string;
  readonly what: string;
  /** Milliseconds since the moment before; nothing for the first. */
  readonly after: number | null;
}

type Timed = Pick<
  InvocationDetail,
  "askedAt" | "votes" | "startedAt" | "claimableAt" | "runs" | "output" | "completedAt" | "status"
>;

/** What happened to a call and when, from its record, in the order in which it happened. */
export function callSteps(call: Timed): CallStep[] {
  const moments: { at: string | null; what: string }[] = [
    { at: call.askedAt, what: "asked" },
    ...call.votes.map(({ at, by, decision }) => ({
      at,
      what: `${by} ${decision === "approve" ? "approved" : "rejected"}`,
    })),
    { at: call.startedAt, what: "released" },
    // Only where somebody was given time to take it back.
    { at: call.claimableAt === call.startedAt ? null : call.claimableAt, what: "free to be taken" },
    ...call.runs.flatMap(({ worker, claimedAt, endedAt, fence }) => [
      { at: claimedAt, what: `taken by ${worker}${fence > 1 ? `, fence ${fence}` : ""}` },
      { at: endedAt, what: "left the sandbox and was cleaned" },
    ]),
    { at: call.completedAt, what: `${call.status}, recorded` },
  ];
  const known = moments.filter((moment): moment is { at: string; what: string } => moment.at !== null);
  const ordered = known.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return ordered.map(({ at, what }, index) => {
    const before = ordered[index - 1];
    return { at, what, after: before ? Date.parse(at) - Date.parse(before.at) : null };
  });
}

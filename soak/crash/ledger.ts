/** What was acknowledged, kept where no crash of the server reaches it. */
export class Ledger {
  readonly asked = new Set<string>();
  readonly decided = new Map<string, "approved" | "rejected">();
  /** The highest fence that was handed out for a call. */
  readonly claimed = new Map<string, number>();
  readonly completed = new Map<string, string>();
  /** Asks whose answer was lost on the way: asked again with the same key, they were found done. */
  replayed = 0;
  /** Acts that ended without an answer, done or not. */
  interrupted = 0;

  get acknowledged(): number {
    return this.asked.size + this.decided.size + this.claimed.size + this.completed.size;
  }
}

/** A call as the tables and the log have it. */
export interface RecordedCall {
  readonly id: string;
  readonly status: string;
  readonly fence: number;
  /** What the log says happened to it, each action once. */
  readonly actions: readonly string[];
  /** How often the log says it was taken. */
  readonly claims: number;
}

const AFTER_APPROVAL = new Set(["running", "completed", "failed", "cancelled", "expired", "unknown"]);
const ENDED = new Set(["completed", "failed", "rejected", "expired", "cancelled", "denied", "unknown"]);

/** Whatever was acknowledged is on record, as it was or further along; and the record and the log tell the same story. */
export function judgeLedger(ledger: Ledger, calls: readonly RecordedCall[]): string[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const violations: string[] = [];
  const expect = (id: string, what: string, holds: (call: RecordedCall) => boolean) => {
    const call = byId.get(id);
    if (!call) violations.push(`${id}: ${what} was acknowledged and the call is gone`);
    else if (!holds(call))
      violations.push(`${id}: ${what} was acknowledged and the call is ${call.status}, fence ${call.fence}`);
  };
  for (const id of ledger.asked) expect(id, "asking", () => true);
  for (const [id, decision] of ledger.decided) {
    expect(id, decision, ({ status, actions }) =>
      decision === "rejected"
        ? status === "rejected"
        : AFTER_APPROVAL.has(status) && actions.includes("invocation.approved"),
    );
  }
  for (const [id, fence] of ledger.claimed) expect(id, `fence ${fence}`, (call) => call.fence >= fence);
  for (const [id, status] of ledger.completed) expect(id, status, (call) => call.status === status);

  for (const { id, status, fence, actions, claims } of calls) {
    if (!actions.includes("invocation.asked"))
      violations.push(`${id}: it is on record and the log does not know of it`);
    if (ENDED.has(status) && !actions.includes(`invocation.${status}`)) {
      violations.push(`${id}: it is ${status} and the log does not say so`);
    }
    if (claims !== fence) violations.push(`${id}: taken ${fence} times, of which the log has ${claims}`);
  }
  return violations;
}

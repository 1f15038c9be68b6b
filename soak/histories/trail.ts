/**
 * Reads the life of one call off its audit entries, in their order, and checks every step against the arrows. The log is
 * written by the functions themselves, so two outcomes of one call would both be in it, whatever its row says at last.
 */
export interface TrailEntry {
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Null: whether or not a worker holds it. */
  readonly whenClaimed: boolean | null;
}

export interface Life {
  readonly status: string;
  readonly revision: number;
  readonly fence: number;
  /** How often people's votes released it. */
  readonly releases: number;
  /** Whether votes released its present revision. */
  readonly isReleased: boolean;
  readonly wasBornRunning: boolean;
  /** Whether somebody who had said yes ended it by a no: their one vote stays the yes. */
  readonly isTakenBack: boolean;
}

export type Walk = { readonly legal: true; readonly life: Life } | { readonly legal: false; readonly fault: string };

const UNBORN: Life = {
  ...{ status: "asked", revision: 1, fence: 0, releases: 0 },
  ...{ isReleased: false, wasBornRunning: false, isTakenBack: false },
};
const BORN_AS: ReadonlySet<unknown> = new Set(["denied", "pending", "running"]);
const ENDS: ReadonlySet<string> = new Set([
  "completed",
  "failed",
  "rejected",
  "expired",
  "cancelled",
  "denied",
  "unknown",
]);

export function walkTrail(entries: readonly TrailEntry[], arrows: readonly Arrow[]): Walk {
  let life = UNBORN;
  for (const entry of entries) {
    const next = step(life, entry);
    if (typeof next === "string") return { legal: false, fault: next };
    if (next.status !== life.status && life.status !== "asked" && !isArrow(arrows, life, next)) {
      return { legal: false, fault: `${entry.action} took it from ${describe(life)} to ${next.status}` };
    }
    life = next;
  }
  return life.status === "asked" ? { legal: false, fault: "nobody asked for it" } : { legal: true, life };
}

function isArrow(arrows: readonly Arrow[], life: Life, next: Life): boolean {
  return arrows.some(
    ({ from, to, whenClaimed }) =>
      from === life.status && to === next.status && (whenClaimed === null || whenClaimed === isClaimed(life)),
  );
}

/** Where an entry leads, or the sentence that says why it cannot be. */
function step(life: Life, { action, body }: TrailEntry): Life | string {
  const verb = action.replace(/^invocation\./, "");
  const impossible = `${action} when it was ${describe(life)}`;
  if (verb === "asked") {
    if (life.status !== "asked" || !BORN_AS.has(body.status)) return impossible;
    return { ...life, status: String(body.status), wasBornRunning: body.status === "running" };
  }
  if (life.status === "asked") return impossible;
  if (verb === "late_completion") return life;
  if (verb === "approved") {
    if (life.status !== "pending" || body.revision !== life.revision) return impossible;
    return body.released === true
      ? { ...life, status: "running", releases: life.releases + 1, isReleased: true }
      : life;
  }
  if (verb === "taken_back")
    return life.status === "pending" ? { ...life, status: "rejected", isTakenBack: true } : impossible;
  if (verb === "claimed") {
    if (life.status !== "running" || body.fence !== life.fence + 1) return impossible;
    return { ...life, fence: life.fence + 1 };
  }
  if (verb === "cancel_asked") {
    if (body.was !== life.status || body.claimed !== isClaimed(life)) return impossible;
    return isClaimed(life) ? life : { ...life, status: "cancelled" };
  }
  if (verb === "returned" || verb === "edited") {
    if (life.status !== (verb === "edited" ? "pending" : "running") || body.revision !== life.revision + 1)
      return impossible;
    return { ...life, status: "pending", revision: life.revision + 1, isReleased: false };
  }
  if (verb === "resolved") {
    const outcome = String(body.outcome);
    return life.status === "unknown" && ENDS.has(outcome) ? { ...life, status: outcome } : impossible;
  }
  if (!ENDS.has(verb)) return `${action} is no step of a call's life`;
  return life.status === verb ? impossible : { ...life, status: verb };
}

function isClaimed({ fence }: Life): boolean {
  return fence > 0;
}

function describe(life: Life): string {
  return isClaimed(life) ? `${life.status} (fence ${life.fence})` : life.status;
}

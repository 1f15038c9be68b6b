import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../statistics.ts";
import type { Stage } from "./stage.ts";

/** Of one round: from the moment a call may be claimed until it is claimed, and until its tool begins. */
export interface StartTimes {
  readonly claimedP50Ms: number;
  readonly startedP50Ms: number;
  readonly startedP99Ms: number;
}

const SESSION = "starts";
/** Between an answer and the next question: the machine comes to rest, and another sandbox stands ready. */
const PAUSE_MS = 150;
/** The tool's clock counts whole milliseconds; it may have been the next one. */
const CLOCK_MS = 1;

export async function timeStarts(stage: Stage, calls: number, signal: AbortSignal): Promise<StartTimes> {
  const began = new Map<string, number>();
  for (let n = 0; n < calls; n += 1) {
    await sleep(PAUSE_MS, undefined, { signal });
    const id = await stage.ask("bundle", 0, SESSION);
    const { status, reason, output } = await stage.ended(id);
    if (status !== "completed") throw new Error(`A call ended as ${status}: ${reason}`);
    began.set(id, (output as { startedAt: number }).startedAt + CLOCK_MS);
  }
  const rows = await stage.database.admin<{ id: string; claimable: number; claimed: number }[]>`
    select id, extract(epoch from claimable_at)::float8 * 1000 as claimable, extract(epoch from claimed_at)::float8 * 1000 as claimed
    from agents.tool_invocations where id = any(${[...began.keys()]}::uuid[])`;
  const claimed = rows.map((row) => row.claimed - row.claimable);
  const started = rows.map(({ id, claimable }) => (began.get(id) ?? Number.NaN) - claimable);
  return {
    claimedP50Ms: percentile(claimed, 0.5),
    startedP50Ms: percentile(started, 0.5),
    startedP99Ms: percentile(started, 0.99),
  };
}

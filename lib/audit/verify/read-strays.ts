import type postgres from "postgres";
import { LANES } from "../lane-head.ts";
import type { LogRecord } from "./log-record.ts";

/** Enough to show what happened; one is enough to say that the log is broken. */
const MOST = 100;

/**
 * The rows that no walk of a lane meets: those without a lane or a number, of a lane that does not exist, or with a number that no
 * entry can have. Each arm is a look into the primary key, so that a large log is not scanned. A version that does not exist needs no
 * arm: its row is walked, and refused there.
 */
export async function readStrays(snapshot: postgres.ISql): Promise<(LogRecord & { type: "stray" })[]> {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  const strays = await snapshot<{ lane: number | null; seq: string | null }[]>`
    select lane, seq::text as seq from audit.events where lane is null
    union all
    select lane, seq::text from audit.events where lane < 0
    union all
    select lane, seq::text from audit.events where lane >= ${LANES}
    union all
    select lane, seq::text from audit.events where lane = any (${lanes}::int[]) and seq is null
    union all
    select lane, seq::text from audit.events where lane = any (${lanes}::int[]) and seq < 1
    union all
    select lane, seq::text from audit.events where lane = any (${lanes}::int[]) and seq > ${Number.MAX_SAFE_INTEGER}
    limit ${MOST}`;
  return strays.map(({ lane, seq }) => ({ type: "stray", lane, seq }));
}

export function sayStray(lane: number | null, seq: string | null): string {
  const where = lane === null ? "No lane" : `Lane ${lane}`;
  return `${where}: ${seq === null ? "an entry without a number" : `an entry ${seq}`} stands outside the chain.`;
}

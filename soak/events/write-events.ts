import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Random } from "#db/testing/random.ts";

interface Writing {
  readonly sql: Sql;
  /** Whose events; drawn for each. */
  readonly agentIds: readonly string[];
  readonly random: Random;
  /** Told when all but the slowest transaction have ended. */
  onlySlowestLeft(): Promise<void>;
}

const WRITERS = 6;
const TRANSACTIONS_EACH = 3;
const LONGEST_PAUSE_MS = 12;

class ChangedItsMind extends Error {}

/**
 * Transactions that write events early and commit late, in any order, and sometimes not at all. One of them writes before
 * all others and commits after them: its numbers are the smallest and appear last.
 */
export async function writeEvents({ sql, agentIds, random, onlySlowestLeft }: Writing): Promise<void> {
  const emit = async (on: Pick<Sql, "unsafe">) => {
    await on.unsafe(
      "select airlock.emit('tool_invocation_running', gen_random_uuid(), $1, '{}'), pg_notify('airlock_events', '')",
      [random.pick(agentIds)],
    );
  };
  const breathe = () => pause(random.integer(0, LONGEST_PAUSE_MS));

  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  let letGo = () => {};
  const othersDone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slowest = sql.begin(async (on) => {
    await emit(on);
    hasBegun();
    await othersDone;
    await emit(on);
  });
  await Promise.race([begun, slowest]);

  const writers = Array.from({ length: WRITERS }, async () => {
    for (let count = 0; count < TRANSACTIONS_EACH; count += 1) {
      const givesUp = random.chance(0.15);
      const written = sql.begin(async (on) => {
        for (let events = random.integer(1, 3); events > 0; events -= 1) {
          await emit(on);
          await breathe();
        }
        if (givesUp) throw new ChangedItsMind();
      });
      await written.catch((error: unknown) => {
        if (!(error instanceof ChangedItsMind)) throw error;
      });
      await breathe();
    }
  });
  try {
    await Promise.all(writers);
    await onlySlowestLeft();
  } finally {
    letGo();
    await slowest;
  }
}

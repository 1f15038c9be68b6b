import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { messageOf } from "#lib/errors/message-of.ts";
import { refuse } from "#lib/errors/outcome.ts";
import type { SealOutput } from "#lib/outputs/seal-output.ts";
import type { Claim } from "./claim.ts";
import { complete, type Ending } from "./complete.ts";

interface RecordOptions {
  readonly log: (line: string) => void;
  readonly seal: SealOutput;
  /** Aborted when the worker is to end: then it tries for a few seconds more and not for ever. */
  readonly leaving: AbortSignal;
}

/** Brings an ending onto the record, however long the database is away: what has happened must not be run again. */
export async function recordEnding(
  sql: Sql,
  workerId: string,
  claim: Claim,
  ending: Ending,
  { log, seal, leaving }: RecordOptions,
): Promise<void> {
  let toRecord = ending;
  const lesser = [withoutOutput(ending, ending.run), withoutOutput(ending, {})];
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      const accepted = await complete(sql, workerId, claim, toRecord, seal);
      if (!accepted) log(`${claim.tool} ${claim.id}: its lease was lost, so its result was not taken.`);
      return;
    } catch (error) {
      log(`${claim.tool} ${claim.id}: not recorded yet. ${messageOf(error)}`);
      // A result that the database will not have, tried a few times, is given up: that it failed is recorded instead. Not so what the
      // call did and reached, or a tool could have that forgotten by what it returns; that goes only if it is what cannot be kept.
      if (isAboutResult(error) && pauseMs >= 400) toRecord = lesser.shift() ?? toRecord;
      if (pauseMs >= 2_000 && leaving.aborted) return;
      await sleep(pauseMs);
    }
  }
}

/**
 * Whether it is this result that the database will not have: a refusal of ours, a value it cannot hold, a limit. Anything
 * else, from a lost connection to a full server, passes, and a result must not be thrown away for it.
 */
function isAboutResult(error: unknown): boolean {
  return /^(AL|22|23|54)/.test(error instanceof Error ? String((error as { code?: unknown }).code) : "");
}

function withoutOutput({ run: { usage } }: Ending, run: Ending["run"]): Ending {
  const { code, message } = refuse("output_too_large", "Its result could not be kept.");
  return {
    status: "failed",
    findings: [],
    errorCode: code,
    reason: message,
    run: { ...run, error: { code, message }, ...(usage ? { usage } : {}) },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import type { Threads } from "#lib/threads/threads.ts";
import type { Claim } from "./claim.ts";
import { cleaningTerms } from "./cleaning-for-call.ts";
import type { Ending } from "./complete.ts";
import { judgeOutputApart, judgeWordsApart } from "./judge-apart.ts";
import type { Held } from "./run-mcp-call.ts";

/** Nobody knows whether it was done, or it was taken back for somebody else's sake. */
const PASSING: ReadonlySet<string> = new Set(["database_unavailable", "busy"]);
const LONGEST_PAUSE_MS = 2_000;
/** What the server says it took back has not happened: after so many times that is told. */
const TAKEN_BACK_MAX = 5;

/**
 * Has the database do what the tool is for. It reads operation and input from the call itself, so this process can neither
 * choose another nor do it for a call that it does not hold. What comes back is judged and cleaned like any output: a
 * memory is what an agent once wrote, and may hold what somebody once told it.
 *
 * Of a connection that was lost nobody knows whether it was done. Done again for the same call it has one effect, so it is asked for again for as long as
 * the call is this worker's; "failed" would be untrue, and whoever finds the lease over does the same.
 */
export async function runInPlatform(claim: Claim, held: Held, threads?: Threads): Promise<Ending> {
  const terms = cleaningTerms(claim);
  const run = {};
  let takenBack = 0;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (held.signal.aborted) return { status: "cancelled", findings: [], reason: "It was stopped while it ran.", run };
    try {
      const [row] = await held.sql<{ output: unknown }[]>`
        select agents.fn_perform_in_platform(${held.workerId}, ${claim.id}, ${claim.fence}) as output`;
      const output = row?.output ?? null;
      return { ...(await judgeOutputApart(claim.contract, output, terms, threads)), run };
    } catch (error) {
      const refusal = refusalFromDatabase(error);
      if (!refusal) throw error;
      if ((error as { severity?: unknown }).severity === "ERROR") takenBack += 1;
      if (!PASSING.has(refusal.code) || takenBack >= TAKEN_BACK_MAX)
        return { ...(await judgeWordsApart("tool_failed", refusal.message, terms, threads)), run };
      await sleep(pauseMs, undefined, { signal: held.signal }).catch(() => {});
    }
  }
}

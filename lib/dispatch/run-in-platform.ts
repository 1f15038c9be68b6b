import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import type { Claim } from "./claim.ts";
import { cleaningTerms } from "./cleaning-for-call.ts";
import type { Ending } from "./complete.ts";
import { failure, judgeOutput } from "./judge-result.ts";
import type { Held } from "./run-mcp-call.ts";

/**
 * Has the database do what the tool is for. It reads operation and input from the call itself, so this process can neither
 * choose another nor do it for a call that it does not hold. What comes back is judged and cleaned like any output: a
 * memory is what an agent once wrote, and may hold what somebody once told it.
 */
export async function runInPlatform(claim: Claim, { sql, workerId }: Held): Promise<Ending> {
  const terms = cleaningTerms(claim);
  const run = {};
  try {
    const [row] = await sql<{ output: unknown }[]>`
      select agents.fn_perform_in_platform(${workerId}, ${claim.id}, ${claim.fence}) as output`;
    const output = row?.output ?? null;
    return judgeOutput(claim.contract, output, Buffer.from(JSON.stringify(output), "utf8"), run, terms);
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (!refusal) throw error;
    return failure("tool_failed", refusal.message, run, terms);
  }
}

import type { Sql } from "postgres";
import { openChangeFeed } from "#db/change-feed.ts";
import { registerWorker } from "#db/testing/fixtures.ts";
import { type Claim, claimNext } from "#lib/dispatch/claim.ts";
import { cleaningTerms } from "#lib/dispatch/cleaning-for-call.ts";
import { complete } from "#lib/dispatch/complete.ts";
import { judgeOutputApart } from "#lib/dispatch/judge-apart.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

/**
 * A dispatcher whose tool stands warm and does nothing: it claims, judges, cleans, seals and records as the product's does, and only the
 * sandbox is left out, which has a bench of its own.
 */
export async function startNoopWorkers(worker: Sql, count: number): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const feed = await openChangeFeed(worker, "airlock_work");
  const work = async () => {
    const id = await registerWorker(worker);
    while (!ending.signal.aborted) {
      const claim = await claimNext(worker, id);
      if (claim && "contract" in claim) await record(worker, id, claim);
      else await feed.next(50, ending.signal);
    }
  };
  const working = Promise.all(Array.from({ length: count }, work));
  return async () => {
    ending.abort();
    await working;
    await feed.close();
  };
}

async function record(worker: Sql, id: string, claim: Claim): Promise<void> {
  const output: unknown = JSON.parse(claim.input);
  const judged = await judgeOutputApart(claim.contract, output, cleaningTerms(claim));
  await complete(worker, id, claim, { ...judged, run: {} }, sealForTest);
}

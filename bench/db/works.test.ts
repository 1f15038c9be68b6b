import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { bareClaim, fillBareQueue, makeBareQueue } from "../baselines/bare-claim.ts";
import { bareInsert, makeBareTable } from "../baselines/bare-insert.ts";
import { compareArms } from "../compare-arms.ts";
import { openClients } from "../drive-clients.ts";
import { makeScene } from "../scene/make-scene.ts";
import { askArm, claimArm, type Installation, openInstallation } from "./installation.ts";

/** What is measured is what is meant: the works of the bench, each for a moment. How fast is not asked here. */

let database: TestDatabase;
let installation: Installation;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "bench");
  await makeScene(database.admin);
  installation = await openInstallation(database);
  await makeBareTable(database.admin);
  await makeBareQueue(database.admin);
});
afterAll(() => database.drop());

// Long enough for a call of each kind on a machine that does other things too.
const briefly = { rounds: 2, milliseconds: 500, signal: new AbortController().signal, say: () => {} };

const MORE_THAN_A_MOMENT_TAKES = 5_000;

async function countCalls() {
  const [counts] = await database.admin`
    select count(*)::int as calls, count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'completed')::int as completed,
      count(idempotency_key)::int as keyed, (select count(*)::int from public.bare_calls) as bare,
      (select count(*)::int from audit.events where action = 'invocation.asked') as asked
    from agents.tool_invocations`;
  return counts;
}

test("asking asks: free calls are released, held calls wait, each is audited, and the baseline writes as often as it says", async () => {
  const bare = await openClients(database.adminUrl, 2);
  const gateway = await openClients(database.urls.gateway, 2);
  try {
    const readings = await compareArms(
      { clients: bare, work: bareInsert(installation.scene, "mix"), file: "bench/baselines/bare-insert.ts" },
      { mix: askArm(installation, gateway, "mix"), held: askArm(installation, gateway, "held") },
      briefly,
    );
    expect(readings.map(({ metric }) => metric)).toEqual(["mix", "mix.p50", "mix.p99", "held", "held.p50", "held.p99"]);
    expect(readings.every(({ rounds }) => rounds.length === 2)).toBe(true);
  } finally {
    await Promise.all([bare.end(), gateway.end()]);
  }
  const counts = await countCalls();
  expect(counts?.asked).toBe(counts?.calls);
  for (const kind of ["running", "pending", "keyed", "bare"]) expect(counts?.[kind]).toBeGreaterThan(0);
});

test("claiming claims and completes, and an empty queue is an error and not a fast one", async () => {
  const taking = await openClients(database.adminUrl, 2);
  const working = await openClients(database.urls.worker, 2);
  try {
    await compareArms(
      {
        clients: taking,
        work: bareClaim(),
        prepare: () => fillBareQueue(database.admin, MORE_THAN_A_MOMENT_TAKES),
        file: "bench/baselines/bare-claim.ts",
      },
      { claim: claimArm(installation, working, MORE_THAN_A_MOMENT_TAKES) },
      briefly,
    );
    expect((await countCalls())?.completed).toBeGreaterThan(0);
    await database.admin`delete from bare_jobs where status = 'waiting'`;
    await expect(bareClaim()(taking.sql, 0, 0)).rejects.toThrow("ran dry");
  } finally {
    await Promise.all([taking.end(), working.end()]);
  }
});

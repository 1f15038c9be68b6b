import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { oneClaim, raceClaims } from "./promises/one-claim.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(oneClaim);

test("each released call is claimed exactly once, and only its claimer's report counts", async () => {
  const { violations, figures } = await oneClaim.run(trial);
  expect(violations).toEqual([]);
  expect(figures.claims).toBe(trial.rounds);
  expect(figures.refusedReports).toBeGreaterThan(20);
  // Sixteen really raced: nobody took most of them.
  expect(figures.busiest).toBeLessThan(trial.rounds / 4);
});

test("control: without the lock on the next call, two workers are given the same one", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "agents.fn_claim_tool_invocation", "for update skip locked");
    return raceClaims(database, { ...trial, rounds: 60 });
  });
  expect(violations.filter((violation) => violation.includes("2 workers were given it"))).not.toEqual([]);
});

test("control: without the fence, a report from before the claim is accepted", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "airlock.record_result", " or call.fence is distinct from p_fence");
    return raceClaims(database, { ...trial, rounds: 60 });
  });
  expect(violations.filter((violation) => violation.includes("an older fence: accepted"))).not.toEqual([]);
});

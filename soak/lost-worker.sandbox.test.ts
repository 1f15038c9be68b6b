import { expect, test } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { killWorkers, lostWorker } from "./promises/lost-worker.ts";
import { shortTrial } from "./testing/short-trial.ts";

const trial = shortTrial(lostWorker);

test("a killed dispatcher costs no idempotent call and repeats no other", async () => {
  const { violations, figures } = await lostWorker.run(trial);
  expect(violations).toEqual([]);
  // Calls were lost, so there was something to keep.
  expect((figures.idempotentTakenAgain ?? 0) + (figures.unknown ?? 0)).toBeGreaterThan(0);
}, 300_000);

test("control: running every lost call again repeats effects", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "agents.fn_reclaim_lost_invocation", "elsif idempotent and ", "elsif ");
    // Almost all of their time is after the effect, and the kill waits for one.
    const choose = () => ({ keyed: false, beforeMs: 0, afterMs: 2_000 });
    return killWorkers(database, { ...trial, rounds: 1 }, choose, { onceItHadEffect: true });
  });
  expect(violations).toContainEqual(expect.stringMatching(/^other .*: \d+ effects$/));
}, 300_000);

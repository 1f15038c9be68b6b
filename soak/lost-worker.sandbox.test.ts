import { expect, test } from "vitest";
import { onOwnDatabase } from "./own-database.ts";
import { killWorkers, lostWorker } from "./promises/lost-worker.ts";
import { shortTrial } from "./testing/short-trial.ts";
import { takeOut } from "./testing/take-out.ts";

const trial = shortTrial(lostWorker);

test("a killed dispatcher costs no idempotent call and repeats no other", async () => {
  const { violations, figures } = await lostWorker.run(trial);
  expect(violations).toEqual([]);
  // Calls were lost, so there was something to keep.
  expect((figures.idempotentTakenAgain ?? 0) + (figures.unknown ?? 0)).toBeGreaterThan(0);
}, 300_000);

const TRIES = 4;

test("control: running every lost call again repeats effects", async () => {
  let repeated: string[] = [];
  // A few kills may all fall between two effects; one that does not is enough.
  for (let tried = 0; tried < TRIES && repeated.length === 0; tried++) {
    const { violations } = await onOwnDatabase(async (database) => {
      await takeOut(database.admin, "agents.fn_reclaim_lost_invocation", "elsif idempotent and ", "elsif ");
      // Almost all of their time is after the effect, so that a kill finds it done.
      const choose = () => ({ keyed: false, beforeMs: 0, afterMs: 2_000 });
      return killWorkers(database, { ...trial, seed: trial.seed + tried }, choose);
    });
    repeated = violations.filter((violation) => /^other .*: \d+ effects$/.test(violation));
  }
  expect(repeated).not.toEqual([]);
}, 300_000);

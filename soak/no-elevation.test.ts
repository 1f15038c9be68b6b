import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { attack, noElevation } from "./promises/no-elevation.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(noElevation);

test("no agent comes to be trusted as elevated without another person, whoever tries and however many at once", async () => {
  const { violations, figures } = await noElevation.run(trial);
  expect(violations).toEqual([]);
  expect(figures.refused).toBeGreaterThan(60);
  expect(figures.lyingEvaluator).toBeGreaterThan(0);
});

test("control: without the guards an evaluator that lies raises one", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    const { admin } = database;
    await takeOut(admin, "airlock.guard_trust", "new.level = 'elevated' and not decided", "false");
    await takeOut(admin, "airlock.step_takes_person", "p_step = 'standard_to_elevated' or ", "");
    return attack(database, trial);
  });
  expect(violations).not.toEqual([]);
});

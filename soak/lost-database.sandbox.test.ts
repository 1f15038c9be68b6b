import { expect, test } from "vitest";
import { loseDatabase, lostDatabase } from "./promises/lost-database.ts";
import { shortTrial } from "./testing/short-trial.ts";

const trial = shortTrial(lostDatabase);

test("a server that goes down in the middle of calls costs none, and no tool outlives its lease", async () => {
  const { violations, figures } = await lostDatabase.run(trial);
  expect(violations).toEqual([]);
  expect(figures.underWay).toBeGreaterThan(0);
}, 300_000);

test("control: with leases that outlast its absence tools run on, and that is found", async () => {
  const { violations } = await loseDatabase(trial, 60);
  expect(violations.filter((violation) => violation.endsWith("runs without a lease"))).not.toEqual([]);
}, 300_000);

import { expect, test } from "vitest";
import { waiting, waitThrough } from "./promises/waiting.ts";
import { shortTrial } from "./testing/short-trial.ts";

const trial = shortTrial(waiting);

test("calls that wait and streams that are open come through a restart of gateway and database, each with its result once", async () => {
  const { violations, figures } = await waiting.run(trial);
  expect(violations).toEqual([]);
  expect(figures.results).toBe(24);
}, 240_000);

test("control: a stream that comes back without the id of its last event misses some", async () => {
  const { violations } = await waitThrough(trial, true);
  expect(violations.filter((words) => /^Stream \d+ missed/.test(words))).not.toEqual([]);
}, 240_000);

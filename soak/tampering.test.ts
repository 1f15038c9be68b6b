import { expect, test, vi } from "vitest";
import { onOwnDatabase } from "./own-database.ts";
import { tampering, tamperWithLogs } from "./promises/tampering.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(tampering);

test("whatever an owner changes in what was signed is detected, and named where it begins", async () => {
  const { violations, figures } = await tampering.run(trial);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ proved: 33, detected: 33, chainAloneMissed: 12 });
  expect(figures.wentOn).toBeGreaterThan(0);
});

test("control: without checkpoints a cut tail, a rewritten suffix and rows dropped or slipped in go unseen", async () => {
  const { violations, figures } = await onOwnDatabase((database) => tamperWithLogs(database, trial, false));
  const missed = violations.filter((violation) => violation.endsWith("it is not detected"));
  expect(missed).toHaveLength(12);
  expect(violations).toHaveLength(12);
  expect(figures).toMatchObject({ detected: 21 });
  for (const way of ["delete the tail and mend the head", "rewrite the suffix", "drop a row", "slip a row in"]) {
    expect(missed.filter((violation) => violation.includes(way))).toHaveLength(3);
  }
});

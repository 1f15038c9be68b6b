import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { oneOutcome, raceOutcomes } from "./promises/one-outcome.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(oneOutcome);

test("a call has exactly one outcome, reached along the arrows, however many try to end it at once", async () => {
  const { rounds, violations, figures } = await oneOutcome.run(trial);
  expect(violations).toEqual([]);
  expect(rounds).toBe(trial.rounds);
  for (const outcome of ["completed", "failed", "rejected", "expired", "cancelled"]) {
    expect(figures[outcome], outcome).toBeGreaterThan(0);
  }
  expect(figures.allAtOnce).toBe(trial.rounds / 2);
  expect(figures.lostRaces).toBeGreaterThan(50);
  expect(figures.edits).toBeGreaterThan(0);
  expect(figures.stopsThrown).toBeGreaterThan(0);
  expect(figures.freezes).toBeGreaterThan(0);
});

test("control: decisions that do not lock the call give it two outcomes", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "airlock.decidable_invocation", "for update nowait");
    for (const name of ["agents.fn_approve_tool_invocation", "agents.fn_reject_tool_invocation"]) {
      await takeOut(database.admin, name, "and a.status = 'pending' for update");
    }
    return raceOutcomes(database, { ...trial, rounds: 60 });
  });
  expect(violations.filter((violation) => / (when it was|took it from) /.test(violation))).not.toEqual([]);
});

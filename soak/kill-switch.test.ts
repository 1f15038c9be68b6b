import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { killSwitch, raceSwitch } from "./promises/kill-switch.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(killSwitch);

test("nothing is dispatched after a kill switch was thrown, and everything else goes on", async () => {
  const { violations, figures } = await killSwitch.run(trial);
  expect(violations).toEqual([]);
  // Workers were at it, there was something to hold back, and what the switch does not cover went on.
  expect(figures.claims).toBeGreaterThan(0);
  expect(figures.heldBack).toBeGreaterThan(0);
  expect(figures.claimedElsewhere).toBeGreaterThan(0);
});

test("control: a claim that does not look at the switches takes calls after the throw", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    const look = "and not exists (select from airlock.stopped_by(i.agent_id, i.tool_id))";
    await takeOut(database.admin, "agents.fn_claim_tool_invocation", look);
    return raceSwitch(database, { ...trial, rounds: 3 });
  });
  expect(violations.filter((violation) => violation.includes("ms after the throw"))).not.toEqual([]);
});

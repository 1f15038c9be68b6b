import { expect, test } from "vitest";
import { callSteps } from "./call-steps.ts";

const base = { votes: [], startedAt: null, claimableAt: null, runs: [], output: null, completedAt: null } as const;

test("a call's moments stand in the order in which they happened, each with the time since the one before", () => {
  const steps = callSteps({
    ...base,
    status: "completed",
    askedAt: "2026-01-01T00:00:00.000Z",
    votes: [{ at: "2026-01-01T00:01:00.000Z", by: "Ada", decision: "approve", reason: null, note: null, revision: 1 }],
    startedAt: "2026-01-01T00:01:00.000Z",
    claimableAt: "2026-01-01T00:01:05.000Z",
    runs: [
      {
        ...{ fence: 1, worker: "w1", claimedAt: "2026-01-01T00:01:05.020Z", endedAt: "2026-01-01T00:01:05.070Z" },
        ...{ plan: null, usage: null, network: null, exitCode: 0, error: null },
      },
    ],
    completedAt: "2026-01-01T00:01:05.070Z",
  });
  expect(steps.map(({ what, after }) => [what, after])).toEqual([
    ["asked", null],
    ["Ada approved", 60_000],
    ["released", 0],
    ["free to be taken", 5_000],
    ["taken by w1", 20],
    ["left the sandbox and was cleaned", 50],
    ["completed, recorded", 0],
  ]);
});

test("what has not happened is not there, and a call that could start at once has no pause", () => {
  const steps = callSteps({
    ...base,
    status: "running",
    askedAt: "2026-01-01T00:00:00.000Z",
    startedAt: "2026-01-01T00:00:00.001Z",
    claimableAt: "2026-01-01T00:00:00.001Z",
  });
  expect(steps.map(({ what }) => what)).toEqual(["asked", "released"]);
});

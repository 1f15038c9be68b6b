import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { prepareHome } from "#lib/environment/home.ts";
import { sustainBare } from "../baselines/bare-load.ts";
import { measureStarts } from "./measure-starts.ts";
import { openStage, type Stage } from "./stage.ts";
import { startDispatcher } from "./start-dispatcher.ts";
import { sustain } from "./sustain.ts";
import { timeStarts } from "./time-starts.ts";

/** What is measured is what is meant: every arm of the bench, for a moment. How fast is not asked here. */

const { signal } = new AbortController();
let database: TestDatabase;
let home: string;
let stage: Stage;
beforeAll(async () => {
  database = await createTestDatabase();
  home = realpathSync(mkdtempSync(join(tmpdir(), "airlock-bench-")));
  prepareHome(home);
  stage = await openStage(database, home);
});
afterAll(async () => {
  await stage.close();
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

test("every way to start a program runs it, ours made for the call and ours that stood ready among them", async () => {
  const readings = await measureStarts({ rounds: 1, milliseconds: 1, signal, say: () => {} });
  const metrics = readings.map(({ metric }) => metric);
  expect(metrics).toEqual(expect.arrayContaining(["spawn.true", "spawn.node", "cold.true", "cold.node", "warm.node"]));
  for (const { rounds } of readings)
    expect(rounds.every(({ value, baseline }) => value > 0 && baseline > 0)).toBe(true);
});

test("the floor runs the same tool at the same pace, and counts what ended", async () => {
  const load = { waitMs: 1, perSecond: 10, warmUpMs: 500, windowMs: 1000, windows: 2, signal };
  const perWindow = await sustainBare(load);
  expect(perWindow).toHaveLength(2);
  expect(Math.max(...perWindow)).toBeGreaterThan(0);
  expect(Math.max(...perWindow)).toBeLessThan(30);
});

test("a dispatcher's process runs what is asked, and says when each began and how many it did", async () => {
  const dispatcher = await startDispatcher(database.urls.worker, home, "per-call");
  try {
    const times = await timeStarts(stage, 2, signal);
    expect(times.claimedP50Ms).toBeGreaterThan(0);
    expect(times.startedP50Ms).toBeGreaterThan(times.claimedP50Ms);
    const load = { waitMs: 1, perSecond: 10, warmUpMs: 200, windowMs: 500, windows: 2, signal };
    for (const tool of ["bundle", "command"] as const) {
      const { windows, resident } = await sustain(stage, dispatcher, { ...load, tool });
      expect(windows).toHaveLength(2);
      expect(Math.min(...resident.first, ...resident.last)).toBeGreaterThan(0);
    }
  } finally {
    await dispatcher.stop();
  }
  const [calls] = await database.admin`
    select count(*)::int as asked, count(*) filter (where status = 'completed')::int as completed from agents.tool_invocations`;
  expect(calls).toEqual({ asked: 26, completed: 26 });
});

test("a dispatcher is started with the lifecycle that is measured, and its calls are planned by it", async () => {
  const dispatcher = await startDispatcher(database.urls.worker, home, "per-agent");
  try {
    await timeStarts(stage, 2, signal);
  } finally {
    await dispatcher.stop();
  }
  const [plan] = await database.admin`
    select plan ->> 'lifecycle' as lifecycle from agents.invocation_runs order by invocation_id desc limit 1`;
  expect(plan).toEqual({ lifecycle: "per-agent" });
});

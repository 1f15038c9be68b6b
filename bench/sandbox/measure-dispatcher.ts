import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markInstallation } from "#db/installation.ts";
import { migrate } from "#db/migrate.ts";
import { prepareHome } from "#lib/environment/home.ts";
import { BARE_LOAD, sustainBare } from "../baselines/bare-load.ts";
import { CALLS_PER_SECOND, SANDBOX_PROMISE, START_MS, TOOL_MS } from "../baselines/sandbox-promise.ts";
import { type Circumstances, isWanted, LEAST_ROUNDS, type Pair, type Reading } from "../bench.ts";
import type { BenchServer } from "../server/open-server.ts";
import { openStage, type Stage, type StageTool } from "./stage.ts";
import { startDispatcher } from "./start-dispatcher.ts";
import { type Sustained, sustain } from "./sustain.ts";
import { type StartTimes, timeStarts } from "./time-starts.ts";

/** A little more than is promised: a promise kept exactly would lie on its bar, now above and now below it. */
const ASKED_PER_SECOND = CALLS_PER_SECOND * 1.04;
/** Calls in a round of starts, for a round of a second. */
const STARTS_A_SECOND = 20;

/** The whole way of a call, from the gateway's login through a dispatcher's process to the record. */
export async function* measureDispatcher(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { say } = circumstances;
  const database = await server.create("sandbox");
  await migrate(database.adminUrl, server.passwords);
  await markInstallation(database.admin, "bench");
  const home = realpathSync(mkdtempSync(join(tmpdir(), "airlock-bench-")));
  prepareHome(home);
  const stage = await openStage(database, home);
  try {
    if (isWanted(circumstances, "start")) {
      say("starting calls on an idle machine");
      yield* await measureIdle(stage, circumstances);
    }
    for (const [name, way] of Object.entries(SUSTAINED)) {
      if (![`sustained.${name}`, `floor.${name}`].some((metric) => isWanted(circumstances, metric))) continue;
      say(`${ASKED_PER_SECOND} calls a second of a tool of ${TOOL_MS} ms: ${name}`);
      const readings = await measureSustained(stage, name, way, circumstances);
      yield* readings;
      if (name !== FLOORED) continue;
      say("the same bundle in bubblewrap alone: the floor");
      yield* await measureFloor(way, readings[0]?.rounds ?? [], circumstances);
    }
  } finally {
    await stage.close();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Way {
  readonly tool: StageTool;
  readonly lifecycle: "per-call" | "per-agent";
  /** Rounds' lengths: what has a bar is watched for longer. */
  readonly warmUp: number;
  readonly window: number;
}

const SUSTAINED: Readonly<Record<string, Way>> = {
  bundle: { tool: "bundle", lifecycle: "per-call", warmUp: 10, window: 3 },
  command: { tool: "command", lifecycle: "per-call", warmUp: 10, window: 3 },
  "per-agent": { tool: "bundle", lifecycle: "per-agent", warmUp: 5, window: 1 },
};

/** Every call of it starts a Node, whatever the rest of the way costs. */
const FLOORED = "bundle";

async function measureFloor(
  { warmUp, window }: Way,
  own: readonly Pair[],
  { rounds, milliseconds, signal }: Circumstances,
): Promise<Reading[]> {
  const perWindow = await sustainBare({
    ...{ waitMs: TOOL_MS, perSecond: ASKED_PER_SECOND, windows: rounds, signal },
    warmUpMs: warmUp * milliseconds,
    windowMs: window * milliseconds,
  });
  return [
    {
      metric: `floor.${FLOORED}`,
      unit: "calls/s",
      rounds: perWindow.map((value) => ({ value, baseline: CALLS_PER_SECOND })),
      baselineFile: SANDBOX_PROMISE,
    },
    {
      metric: `sustained.${FLOORED}.floor`,
      unit: "calls/s",
      rounds: own.map(({ value }, n) => ({ value, baseline: perWindow[n] ?? Number.NaN })),
      baselineFile: BARE_LOAD,
    },
  ];
}

async function measureIdle(stage: Stage, { rounds, milliseconds, signal }: Circumstances): Promise<Reading[]> {
  const dispatcher = await startDispatcher(stage.database.urls.worker, stage.home, "per-call");
  const calls = Math.ceil((STARTS_A_SECOND * milliseconds) / 1000);
  try {
    await timeStarts(stage, calls, signal);
    const taken: StartTimes[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await timeStarts(stage, calls, signal));
    const pairs = (value: (times: StartTimes) => number, baseline: number): Pair[] =>
      taken.map((times) => ({ value: value(times), baseline }));
    const inMs = (metric: string, value: (times: StartTimes) => number): Reading => ({
      metric,
      unit: "ms",
      rounds: pairs(value, START_MS),
      baselineFile: SANDBOX_PROMISE,
    });
    return [
      {
        metric: "start",
        unit: "calls/s",
        rounds: pairs(({ startedP50Ms }) => 1000 / startedP50Ms, 1000 / START_MS),
        baselineFile: SANDBOX_PROMISE,
      },
      inMs("start.p50", ({ startedP50Ms }) => startedP50Ms),
      inMs("start.p99", ({ startedP99Ms }) => startedP99Ms),
      inMs("start.claimed.p50", ({ claimedP50Ms }) => claimedP50Ms),
    ];
  } finally {
    await dispatcher.stop();
  }
}

async function measureSustained(
  stage: Stage,
  name: string,
  { tool, lifecycle, warmUp, window }: Way,
  { rounds, milliseconds, signal }: Circumstances,
): Promise<Reading[]> {
  const dispatcher = await startDispatcher(stage.database.urls.worker, stage.home, lifecycle);
  try {
    const sustained = await sustain(stage, dispatcher, {
      ...{ tool, waitMs: TOOL_MS, perSecond: ASKED_PER_SECOND, windows: rounds, signal },
      warmUpMs: warmUp * milliseconds,
      windowMs: window * milliseconds,
    });
    return sustainedReadings(`sustained.${name}`, sustained);
  } finally {
    await dispatcher.stop();
  }
}

function sustainedReadings(metric: string, { windows, resident }: Sustained): Reading[] {
  const share = (value: number): Pair => ({ value, baseline: 1 });
  return [
    {
      metric,
      unit: "calls/s",
      rounds: windows.map(({ completedPerSecond }) => ({ value: completedPerSecond, baseline: CALLS_PER_SECOND })),
      baselineFile: SANDBOX_PROMISE,
    },
    {
      metric: `${metric}.answered`,
      unit: "share",
      rounds: windows.map(({ answered }) => share(answered)),
      baselineFile: SANDBOX_PROMISE,
    },
    {
      // What it had at first, as a share of what it has at last: one where it is flat, less where it grows.
      metric: `${metric}.memory`,
      unit: "share",
      rounds: resident.first
        .map((first, n) => share(first / (resident.last[n] ?? Number.NaN)))
        .slice(0, Math.max(LEAST_ROUNDS, windows.length)),
      baselineFile: SANDBOX_PROMISE,
    },
  ];
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type BuiltApp, buildApp } from "../build/build-app.ts";
import { runCaptured } from "../processes/run-captured.ts";
import { runVisibly } from "../processes/run-visibly.ts";
import { toolPath } from "../processes/tool-path.ts";
import { step } from "../terminal/steps.ts";
import { NOTHING, type Tally } from "./tally.ts";

const CONFIG = ["test", "--config=e2e/playwright.config.ts"];

const suite = z.object({
  file: z.string(),
  specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
  get suites() {
    return z.array(suite).default([]);
  },
});

const report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(suite),
});

/**
 * Begins to build the app, for the browser tests that come last: while other tests wait for a lease or a limit, there is a core
 * for it. Why it failed is told where it is needed.
 */
export function beginBuild(home: string, signal: AbortSignal): Promise<BuiltApp> {
  const building = buildApp(home, signal);
  building.catch(() => undefined);
  return building;
}

/** Drives the app that was built in a real browser, in an installation of its own. */
export async function runBrowserTests(home: string, building: Promise<BuiltApp>, signal: AbortSignal): Promise<Tally> {
  let folder: string;
  try {
    ({ folder } = await step("build", () => building));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return { ...NOTHING, failed: 1 };
  }
  const file = join(home, "playwright.json");
  const code = await runVisibly({
    command: toolPath("playwright"),
    args: [...CONFIG, "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, AIRLOCK_E2E_APP: dirname(folder) },
    signal,
  });
  return existsSync(file) ? readReport(readFileSync(file, "utf8"), code) : { ...NOTHING, failed: 1 };
}

/** A test that passed only when tried again has failed: nothing here is allowed to be a matter of luck. */
function readReport(text: string, code: number): Tally {
  const { stats, suites } = report.parse(JSON.parse(text));
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  const files = suites.map((one) => ({ file: join("e2e", one.file), seconds: durationOf(one) / 1_000 }));
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0, files };
}

function durationOf({ specs, suites }: z.infer<typeof suite>): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(durationOf)].reduce((sum, duration) => sum + duration, 0);
}

export async function countBrowserTests(): Promise<number> {
  const { output } = await runCaptured(toolPath("playwright"), [...CONFIG, "--list"]);
  return Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0);
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { buildApp } from "../build/build-app.ts";
import { runCaptured } from "../processes/run-captured.ts";
import { runVisibly } from "../processes/run-visibly.ts";
import { toolPath } from "../processes/tool-path.ts";
import { step } from "../terminal/steps.ts";
import { NOTHING, type Tally } from "./tally.ts";

const CONFIG = ["test", "--config=e2e/playwright.config.ts"];

const report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** Builds the app and drives it in a real browser, in an installation of its own. */
export async function runBrowserTests(home: string, signal: AbortSignal): Promise<Tally> {
  try {
    await step("build", () => buildApp(home, signal));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return { ...NOTHING, failed: 1 };
  }
  const file = join(home, "playwright.json");
  const code = await runVisibly({
    command: toolPath("playwright"),
    args: [...CONFIG, "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    signal,
  });
  return existsSync(file) ? readReport(readFileSync(file, "utf8"), code) : { ...NOTHING, failed: 1 };
}

/** A test that passed only when tried again has failed: nothing here is allowed to be a matter of luck. */
function readReport(text: string, code: number): Tally {
  const { expected, unexpected, flaky, skipped } = report.parse(JSON.parse(text)).stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0 };
}

export async function countBrowserTests(): Promise<number> {
  const { output } = await runCaptured(toolPath("playwright"), [...CONFIG, "--list"]);
  return Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0);
}

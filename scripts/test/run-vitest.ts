import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { runCaptured } from "../processes/run-captured.ts";
import { runVisibly } from "../processes/run-visibly.ts";
import { toolPath } from "../processes/tool-path.ts";
import { NOTHING, type Tally } from "./tally.ts";

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

interface VitestOptions {
  readonly withSandbox: boolean;
  readonly signal: AbortSignal;
}

/** Unit, database and sandbox tests. `withSandbox: false` leaves the last out and counts what was left out. */
export async function runVitest(home: string, { withSandbox, signal }: VitestOptions): Promise<Tally> {
  const file = join(home, "vitest.json");
  const projects = withSandbox ? [] : ["--project", "!sandbox"];
  const args = ["run", ...projects, "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runVisibly({ command: toolPath("vitest"), args, signal });
  const skipped = withSandbox ? 0 : await countSandboxTests();
  return { ...readReport(file, code), skipped };
}

/** A run that ended badly without a failed test (a file that does not load, a server that does not start) has failed all the same. */
function readReport(file: string, code: number): Tally {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.parse(
      JSON.parse(readFileSync(file, "utf8")),
    );
    const failed = numFailedTests + numPendingTests + numTodoTests;
    const files = testResults.map(({ name, startTime, endTime }) => ({
      file: relative(PROJECT_ROOT, name),
      seconds: (endTime - startTime) / 1_000,
    }));
    return { passed: numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0, files };
  } catch {
    return { ...NOTHING, failed: 1 };
  }
}

async function countSandboxTests(): Promise<number> {
  const { output } = await runCaptured(toolPath("vitest"), ["list", "--project", "sandbox"]);
  return output.split("\n").filter((line) => line.includes(" > ")).length;
}

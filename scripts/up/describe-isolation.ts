import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { step } from "../terminal/steps.ts";

/** What this machine has proved it can hold a call with, one line for each way. */
export async function describeIsolation(): Promise<string[]> {
  return await step("self-test", async (say) => {
    const runtime = await openSandboxRuntime({ nodePath: process.execPath });
    await runtime.close();
    const checks = runtime.reports.flatMap((report) => report.checks);
    const held = checks.filter(({ holds }) => holds).length;
    say(checks.length === 0 ? "nothing to test" : `${held} of ${checks.length} checks hold`);
    const offered = runtime.reports.filter((report) => report.offered);
    // Where there is none, what has to be done about the first is what helps.
    const told = offered.length > 0 ? offered : runtime.reports.slice(0, 1);
    return told.map(({ name, offered: isOffered, tier, version, reason }) => {
      const title = [name, version].filter(Boolean).join(" ");
      const detail = reason ? `: ${reason}` : "";
      return isOffered ? `${title} (${tier})${detail}` : `nothing yet, calls are refused. ${title}${detail}`;
    });
  });
}

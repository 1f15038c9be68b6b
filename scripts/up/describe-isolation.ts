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
    return runtime.reports.map(({ name, offered, tier, version, reason }) => {
      const title = [name, version].filter(Boolean).join(" ");
      const detail = reason ? `: ${reason}` : "";
      return offered ? `${title} (${tier})${detail}` : `nothing yet, calls are refused. ${title}${detail}`;
    });
  });
}

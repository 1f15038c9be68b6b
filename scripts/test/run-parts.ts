import { runChecks } from "../check/run-checks.ts";
import type { OptionalPart } from "./parts.ts";
import { beginBuild, countBrowserTests, runBrowserTests } from "./run-browser-tests.ts";
import { runVitest } from "./run-vitest.ts";
import { add, NOTHING, type Tally } from "./tally.ts";

/** Every part in turn, also after one has failed: whoever mends something wants to know of all of it. */
export async function runParts(home: string, without: ReadonlySet<OptionalPart>, signal: AbortSignal): Promise<Tally> {
  let building: Promise<unknown> = Promise.resolve();
  const parts: (() => Promise<Tally>)[] = [
    async () => ({ ...NOTHING, ...(await runChecks({ write: false })) }),
    () => {
      if (!without.has("browser")) building = beginBuild(home, signal);
      return runVitest(home, { withSandbox: !without.has("sandbox"), signal });
    },
    without.has("browser")
      ? async () => ({ ...NOTHING, skipped: await countBrowserTests() })
      : () => runBrowserTests(home, building, signal),
  ];
  let total = NOTHING;
  for (const run of parts) {
    signal.throwIfAborted();
    total = add(total, await run());
  }
  return total;
}

import { runChecks } from "../check/run-checks.ts";
import type { OptionalPart } from "./parts.ts";
import { beginBuild, countBrowserTests, runBrowserTests } from "./run-browser-tests.ts";
import { runVitest } from "./run-vitest.ts";
import { add, NOTHING, type Tally } from "./tally.ts";

/** Every part in turn, also after one has failed: whoever mends something wants to know of all of it. */
export async function runParts(home: string, without: ReadonlySet<OptionalPart>, signal: AbortSignal): Promise<Tally> {
  const checked = { ...NOTHING, ...(await runChecks({ write: false })) };
  signal.throwIfAborted();
  const building = without.has("browser") ? undefined : beginBuild(home, signal);
  const tested = await runVitest(home, { withSandbox: !without.has("sandbox"), signal });
  signal.throwIfAborted();
  const browsed = building
    ? await runBrowserTests(home, building, signal)
    : { ...NOTHING, skipped: await countBrowserTests() };
  return [checked, tested, browsed].reduce(add);
}

import { freemem } from "node:os";
import { runChecks } from "../check/run-checks.ts";
import type { OptionalPart } from "./parts.ts";
import { beginBuild, countBrowserTests, runBrowserTests } from "./run-browser-tests.ts";
import { runVitest } from "./run-vitest.ts";
import { add, NOTHING, type Tally } from "./tally.ts";

/** What vitest's workers, two installations and their browsers take together, and a little more. */
const ROOM_FOR_BOTH_BYTES = 8 * 1024 ** 3;

/** Every part, also after one has failed: whoever mends something wants to know of all of it. */
export async function runParts(home: string, without: ReadonlySet<OptionalPart>, signal: AbortSignal): Promise<Tally> {
  const checked = { ...NOTHING, ...(await runChecks({ write: false })) };
  signal.throwIfAborted();
  const withSandbox = !without.has("sandbox");
  if (without.has("browser")) {
    const tested = await runVitest(home, { withSandbox, signal });
    return [tested, { ...NOTHING, skipped: await countBrowserTests() }].reduce(add, checked);
  }
  const building = beginBuild(home, signal);
  const testing = runVitest(home, { withSandbox, signal });
  // A browser test waits for a page as often as another does for a lease: side by side they leave no core idle.
  const beside = freemem() > ROOM_FOR_BOTH_BYTES;
  if (!beside) await testing;
  signal.throwIfAborted();
  const browsing = runBrowserTests(home, { building, signal, ...(beside ? { beside: testing } : {}) });
  return (await Promise.all([testing, browsing])).reduce(add, checked);
}

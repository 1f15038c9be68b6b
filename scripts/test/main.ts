import { join } from "node:path";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readFlags } from "../terminal/read-flags.ts";
import { seconds } from "../terminal/steps.ts";
import { renderDearest } from "./dearest.ts";
import { OPTIONAL_PARTS, parseWithout } from "./parts.ts";
import { MissingPrerequisite, providePrerequisites } from "./prerequisites.ts";
import { runParts } from "./run-parts.ts";
import { renderTally } from "./tally.ts";
import { openTestHome, removeTestHome, sweepDeadTestHomes } from "./test-home.ts";

const USAGE = `npm test [-- --without=browser,sandbox]

  Checks, unit tests, database tests, sandbox tests, then browser tests against a fresh installation.
  --without  leaves out what needs a program that this machine cannot have: ${OPTIONAL_PARTS.join(", ")}`;

const flags = readFlags(USAGE, { without: { type: "string" } });
const without = parseWithout(flags.without);
if ("unknown" in without) {
  process.stderr.write(`There is no part '${without.unknown}'.\n\n${USAGE}\n`);
  process.exit(2);
}

loadEnvironment();
await providePrerequisites(without.parts).catch((error: Error) => {
  process.stderr.write(error instanceof MissingPrerequisite ? `\n${error.message}\n` : `${error.stack}\n`);
  process.exit(1);
});

await sweepDeadTestHomes();
const home = openTestHome();
const stops = createStopStack();
// Last of all, for a part that was cut short and left its own home.
await stops.add(sweepDeadTestHomes);
await stops.add(() => removeTestHome(home));
// Tests start our programs some hundred times: each is read and compiled once.
process.env.NODE_COMPILE_CACHE = join(home, "compiled");

const started = performance.now();
const testing = runParts(home, without.parts, stops.signal);
stopOnSignals(stops, () => testing, { exitCode: 1 });
try {
  const total = await testing;
  await stops.stopAll();
  process.stdout.write(`\n${renderDearest(total.files)}`);
  process.stdout.write(`\nin ${seconds(performance.now() - started)}\n${renderTally(total, without.parts.size > 0)}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
} catch (error) {
  // A part that gave up because we are being stopped is no news.
  if (!stops.signal.aborted) {
    await stops.stopAll();
    throw error;
  }
}

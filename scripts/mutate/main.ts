/** `npm run mutate`: whether the tests of lib/policy notice when its code is changed. What is mutated, and the bar, stand in stryker.config.json. */
import { runVisibly } from "../processes/run-visibly.ts";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { toolPath } from "../processes/tool-path.ts";

const USAGE = `npm run mutate [-- FILE…]

  Changes the code of lib/policy in thousands of places, one at a time, and runs the tests that need no database against each
  change. Exit 1 when more than one in ten goes unnoticed. With files, only those, as in
    npm run mutate -- lib/policy/decision/tier.ts`;

const files = process.argv.slice(2);
if (files.some((file) => file.startsWith("-"))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(files.includes("--help") ? 0 : 2);
}
const stops = createStopStack();
const args = ["run", ...(files.length > 0 ? ["--mutate", files.join(",")] : [])];
const running = runVisibly({ command: toolPath("stryker"), args, signal: stops.signal });
stopOnSignals(stops, () => running, { exitCode: 130 });
process.exitCode = await running;

import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readFlags } from "../terminal/read-flags.ts";
import { seconds } from "../terminal/steps.ts";
import { renderSummary } from "./print-summary.ts";
import { up } from "./up.ts";

const USAGE = `npm run up [-- --demo]

  Brings up everything on this machine: a local PostgreSQL unless DATABASE_URL is set, the dashboard, the gateway and a
  dispatcher. Prints where they are and how to sign in. Ctrl-C stops all of it.

  --demo  with DATABASE_URL: load the demo workspace into that database, if it is empty
  Settings come from the environment or .env; .env.example explains each.`;

const { demo = false } = readFlags(USAGE, { demo: { type: "boolean" } });
const environment = loadEnvironment();
const stops = createStopStack();
const started = performance.now();
const starting = up({ environment, demo, mode: "production", stops });
stopOnSignals(stops, () => starting);

try {
  process.stdout.write(renderSummary(await starting, seconds(performance.now() - started)));
} catch (error) {
  // A step that gave up because we are being stopped is no news.
  if (!stops.signal.aborted) {
    process.stderr.write(`\n${(error as Error).message}\n`);
    await stops.stopAll();
    process.exit(1);
  }
}

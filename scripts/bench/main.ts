import { BENCHES } from "#bench/benches.ts";
import { runBenches } from "#bench/run-benches.ts";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { BUBBLEWRAP } from "../system/prerequisite.ts";
import { provideOrLeave } from "../system/provide-or-leave.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readArguments } from "./read-arguments.ts";

const USAGE = `npm run bench [name…] [-- --json] [-- --only metric,…]

${BENCHES.map(({ name, says }) => `  ${name.padEnd(8)} ${says}`).join("\n")}

  --json   one object a line instead of a table
  --only   these metrics alone, each by its name or by what it begins with
  Ends with 1 when a bar does not hold, with 4 when the rounds differ too much to tell.`;

const names = BENCHES.map(({ name }) => name);
const given = readArguments(process.argv.slice(2), names, process.env);
if ("fault" in given) {
  process.stderr.write(`${given.fault}\n\n${USAGE}\n`);
  process.exit(2);
}
if (given.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

loadEnvironment();
const stops = createStopStack();
const benches = BENCHES.filter(({ name }) => given.names.includes(name));
if (benches.some(({ needsSandbox }) => needsSandbox)) await provideOrLeave(BUBBLEWRAP, 3);
const running = runBenches(benches, {
  json: given.json,
  ...(given.only ? { only: given.only } : {}),
  signal: stops.signal,
  print: (text) => process.stdout.write(`${text}\n`),
  // Progress is not a result: only verdicts are on stdout.
  say: (line) => process.stderr.write(`  ${line}\n`),
});
stopOnSignals(stops, () => running, { exitCode: 3 });
try {
  process.exitCode = await running;
} catch (error) {
  if (!stops.signal.aborted) {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 3;
  }
}

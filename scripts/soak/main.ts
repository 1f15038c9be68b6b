/** `npm run soak`: the promises that hold under races and kills, at their full counts. */
import { writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { PROMISES } from "#soak/promises/index.ts";
import { renderReport } from "#soak/report.ts";
import { runSoak, type Soaked } from "#soak/run-soak.ts";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { BUBBLEWRAP } from "../system/prerequisite.ts";
import { provideOrLeave } from "../system/provide-or-leave.ts";
import { readArguments } from "./read-arguments.ts";
import { startServer } from "./start-server.ts";

const REPORT = "docs/soak.md";
const SENTENCES_SHOWN = 10;
/** What a shell says of a process that Ctrl-C ended. */
const INTERRUPTED = 130;
const USAGE = `npm run soak [name…] [--seed N] [--json]

  Tries each promise at its full count against a database server of its own; exit 1 when one is broken. Without names, all of
  them, and the result is written to ${REPORT}. Names:
${PROMISES.map(({ name, says, rounds }) => `  ${name.padEnd(14)} ${says} (${rounds.full.toLocaleString("en")} rounds)`).join("\n")}`;

const say = (line: string) => process.stderr.write(`  ${line}\n`);
const asked = readOrLeave();
if (asked.promises.some(({ needsSandbox }) => needsSandbox)) await provideOrLeave(BUBBLEWRAP, 3);
const stops = createStopStack();
const soaking = soak();
stopOnSignals(stops, () => soaking, { exitCode: 1 });
// Who asks twice does not want to wait: what is left behind then is swept by the next run.
stops.signal.addEventListener("abort", () => process.on("SIGINT", () => process.exit(INTERRUPTED)), { once: true });
try {
  const { all, serverVersion } = await soaking;
  await stops.stopAll();
  if (asked.isFull)
    writeFileSync(join(PROJECT_ROOT, REPORT), renderReport(all, { at: new Date(), machine: machine(serverVersion) }));
  process.exitCode = all.some(({ violations }) => violations > 0) ? 1 : 0;
} catch (error) {
  // A trial that gave up because we are being stopped is no news.
  if (!stops.signal.aborted) {
    await stops.stopAll();
    throw error;
  }
}

async function soak(): Promise<{ all: Soaked[]; serverVersion: string }> {
  const { stop, version: serverVersion } = await startServer();
  await stops.add(stop);
  const { promises, seed } = asked;
  say(`seed ${seed}`);
  return { all: await runSoak({ promises, seed, signal: stops.signal, say, onDone: show }), serverVersion };
}

function show({ soak, rounds, violations, seed, seconds, result }: Soaked): void {
  for (const sentence of result.violations.slice(0, SENTENCES_SHOWN)) say(`✗ ${soak}: ${sentence}`);
  if (asked.json) {
    process.stdout.write(`${JSON.stringify({ soak, rounds, violations, seed, seconds })}\n`);
    return;
  }
  const sign = violations === 0 ? "✓" : "✗";
  const figures = Object.entries(result.figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(
    `${sign} ${soak.padEnd(14)} ${rounds} rounds, ${violations} violations, ${seconds} s  (${figures.join(", ")})\n`,
  );
}

function machine(serverVersion: string): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores and ${memoryGb} GB, Node ${process.versions.node}, PostgreSQL ${serverVersion}`;
}

function readOrLeave() {
  try {
    const read = readArguments(process.argv.slice(2), PROMISES, process.env);
    if (!read.help) return read;
    process.stdout.write(`${USAGE}\n`);
    return process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return process.exit(2);
  }
}

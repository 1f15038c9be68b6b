import { plainText } from "#lib/policy/plain-text.ts";
import { readFlags } from "../terminal/read-flags.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { createStopStack, type StopStack } from "./stop-stack.ts";

const LINE_MAX = 4_000;

/** One line, whatever a stranger's words are in it: errors repeat what they were about. */
export function logLine(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${plainText(line, LINE_MAX)}\n`);
}

/**
 * The life of a long-running process of ours: start, tell whoever supervises it that it is ready, work until a signal
 * comes, and undo in reverse what was started.
 */
export async function runProcess(usage: string, start: (stops: StopStack) => Promise<void>): Promise<void> {
  readFlags(usage, {});
  const stops = createStopStack();
  const starting = start(stops).then(() => {
    process.send?.("ready");
  });
  stopOnSignals(stops, () => starting);
  await starting.catch(async (error: Error) => {
    if (stops.signal.aborted) return;
    process.stderr.write(`${error.message}\n`);
    await stops.stopAll();
    process.exit(1);
  });
}

import { tierOf, whyNotBubblewrap } from "#lib/sandbox/bubblewrap/judge-machine.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";

/** What this machine can hold a call with, one line for each way. */
export async function describeIsolation(): Promise<string[]> {
  const machine = probeMachine(process.execPath);
  const obstacle = whyNotBubblewrap(machine);
  if (obstacle) return [`nothing: ${obstacle} Calls are refused until then.`];
  const version = machine.bubblewrap?.version ?? "";
  return [
    tierOf(machine) === "full"
      ? `bubblewrap ${version}: own user, kernel limits on memory and processes`
      : `bubblewrap ${version}: rootless; memory and processes are limited per process`,
  ];
}

/**
 * Started by a test, because it makes itself large: how long one start of a process blocks it, done here and done by the
 * spawner. What counts is how long the loop stands still, not how long the process lives.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { BubblewrapBackend } from "#lib/sandbox/bubblewrap/backend.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";

const ROUNDS = 9;
const machine = probeMachine(process.execPath);
const backend = await BubblewrapBackend.open(machine);
// Touched, so that each page is really there to be copied.
const ballast = Array.from({ length: 600 }, () => Buffer.alloc(1_048_576, 1));

const plan = buildSandboxPlan(
  {
    policy: { filesystem: { read: [], write: [] }, exec: "allow" },
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace: "/nowhere" },
    command: { kind: "argv", argv: ["/bin/true"] },
  },
  machine,
);
if (!plan.ok) throw new Error(plan.message);
const planned = plan.value;

/** The longest that nobody else got a turn while it ran. */
async function blockedBy(start: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let over = false;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await start();
  over = true;
  return longest;
}

const direct: number[] = [];
const sandboxed: number[] = [];
await backend.run(planned, {});
for (let round = 0; round < ROUNDS; round += 1) {
  direct.push(await blockedBy(() => once(spawn("/bin/true", { stdio: "ignore" }), "exit")));
  sandboxed.push(await blockedBy(() => backend.run(planned, {})));
}
await backend.close();
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
console.log(JSON.stringify({ direct: median(direct), sandboxed: median(sandboxed), ballastMb: ballast.length }));

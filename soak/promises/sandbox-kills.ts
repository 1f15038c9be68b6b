/**
 * Against: a process, a control group, a descriptor or a file that is left each time a call is killed, and memory that grows with
 * them. Every command is one that does not want to end, and the kill falls at any moment, also while its sandbox is being
 * set up. Killed are calls, one after the other in each lane; the dispatcher's process and its spawner live through all.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomOf } from "#db/testing/random.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { BOMBS } from "#lib/sandbox/escape/bombs.ts";
import { descriptorsOf, groupsOf, memoryMbOf, mounts, ownSpawners, survivors } from "#lib/sandbox/escape/leftovers.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { granted } from "../acts.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const LANES = 3;
const LONGEST_MS = 250;
/** The share of rounds after which memory is as large as it will be: everything is loaded, every bomb has been seen. */
const WARM_UP = 0.2;
const POLICY: ToolPolicy = {
  filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
  exec: "allow",
  limits: { wallSeconds: 30, cpuSeconds: 30, processes: 30, memoryMb: 64, fileMb: 2 },
};

export const sandboxKills: SoakPromise = {
  name: "sandbox-kills",
  says: "However often calls are killed, nothing of them is left: no process, control group, mount, file or descriptor, and memory stays flat.",
  means:
    "Commands that ignore signals in sessions of their own, fork without end, leave their parents behind, heap up dead processes, flood, " +
    "fill and burn are killed after at most a quarter of a second, many while their sandbox is still being set up.",
  rounds: { full: 1_000, short: 30 },
  needsSandbox: true,
  run: (trial) => killCalls(trial, openSandboxKiller),
};

/** Runs a command until it is told to end it. Where it is not the sandbox that does, it is the control. */
export interface Killer {
  readonly spawner: number;
  run(script: string, workspace: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

async function openSandboxKiller(home: string): Promise<Killer> {
  const before = ownSpawners();
  const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home });
  if (sandbox.name === "deny-all") throw new Error("This trial needs a working bubblewrap.");
  const spawner = ownSpawners().find((pid) => !before.includes(pid)) ?? 0;
  return {
    spawner,
    close: () => sandbox.close(),
    run: (script, workspace, signal) => runSandboxed(sandbox, script, workspace, signal),
  };
}

async function runSandboxed(
  sandbox: SandboxRuntime,
  script: string,
  workspace: string,
  signal: AbortSignal,
): Promise<string> {
  const request: PlanRequest = {
    policy: POLICY,
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace },
    command: { kind: "argv", argv: ["sh", "-c", script] },
  };
  const result = await sandbox.run(granted(sandbox.plan(request)), { signal });
  return result.stopped ?? (result.error ? "not started" : "ended by itself");
}

export async function killCalls(
  { rounds, seed, say, signal }: Trial,
  open: (home: string) => Promise<Killer>,
): Promise<TrialResult> {
  const own = openOwnHome("sandbox-kills");
  chmodSync(own.path, 0o711);
  const hierarchies = probeMachine(process.execPath).cgroups.map(({ directory }) => directory);
  const killer = await open(join(own.path, "state"));
  const mark = `bomb-${randomUUID()}`;
  const violations: string[] = [];
  const ends = new Map<string, number>();
  let next = 0;
  const lane = async (until: number): Promise<void> => {
    for (let round = next++; round < until; round = next++) {
      signal.throwIfAborted();
      const random = randomOf(seed, 7, round);
      const [name, script] = random.pick(Object.entries(BOMBS));
      const workspace = join(own.path, `workspace-${round % 50}`);
      mkdirSync(workspace, { recursive: true });
      const kill = new AbortController();
      const ownMark = `${mark}-${round}-`;
      const running = killer.run(script(ownMark), workspace, kill.signal);
      await Promise.race([sleep(random.integer(0, LONGEST_MS)), running]);
      kill.abort();
      const end = await running;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      const left = survivors(ownMark);
      if (left.length > 0) violations.push(`round ${round}: ${left.length} processes outlived one that ${name}`);
      if ((round + 1) % 100 === 0) say(`${round + 1} of ${rounds} calls killed`);
    }
    // The number that was taken beyond the end is the next one's.
    next -= 1;
  };
  const run = async (until: number): Promise<void> => {
    await Promise.all(Array.from({ length: LANES }, () => lane(until)));
  };
  try {
    await run(Math.ceil(rounds * WARM_UP));
    const before = measure(killer);
    await run(rounds);
    const after = measure(killer);
    // Groups are removed behind the answers: the kernel lets go of the last dead process a moment later.
    for (let tries = 0; groupsOf(killer.spawner, hierarchies).length > 0 && tries < 100; tries += 1) await sleep(50);
    violations.push(...compare(before, after), ...groupsOf(killer.spawner, hierarchies).map((path) => `left: ${path}`));
    const users = new Set(readdirSync(own.path).map((name) => statSync(join(own.path, name)).uid));
    for (const user of users) {
      if (user !== process.getuid?.() && survivors(mark, user).length > 0) violations.push(`user ${user} still runs`);
    }
    return {
      rounds,
      violations,
      figures: {
        ...Object.fromEntries([...ends].map(([end, count]) => [camel(end), count])),
        dispatcherMbBefore: before.dispatcherMb,
        dispatcherMbAfter: after.dispatcherMb,
        spawnerMbBefore: before.spawnerMb,
        spawnerMbAfter: after.spawnerMb,
        spawnerDescriptorsBefore: before.spawnerDescriptors,
        spawnerDescriptorsAfter: after.spawnerDescriptors,
      },
    };
  } finally {
    await killer.close();
    own.remove();
  }
}

interface Measure {
  readonly dispatcherMb: number;
  readonly spawnerMb: number;
  readonly dispatcherDescriptors: number;
  readonly spawnerDescriptors: number;
  readonly mounts: number;
  readonly files: number;
}

function measure({ spawner }: Killer): Measure {
  const ours = (name: string): boolean => name.startsWith("airlock-");
  return {
    dispatcherMb: memoryMbOf(process.pid),
    spawnerMb: memoryMbOf(spawner),
    dispatcherDescriptors: descriptorsOf(process.pid),
    spawnerDescriptors: descriptorsOf(spawner),
    mounts: mounts().length,
    files: [tmpdir(), "/dev/shm"].flatMap((place) => readdirSync(place).filter(ours)).length,
  };
}

/** Descriptors may differ by what is under way at that moment; memory by what the collector has not yet looked at. */
const FEW = 8;
const MEMORY_FACTOR = 1.5;
const MEMORY_MB = 48;

function compare(before: Measure, after: Measure): string[] {
  const names = Object.keys(before) as (keyof Measure)[];
  return names
    .filter((name) =>
      name.endsWith("Mb") ? after[name] > before[name] * MEMORY_FACTOR + MEMORY_MB : after[name] > before[name] + FEW,
    )
    .map((name) => `${name} grew from ${before[name]} to ${after[name]}`);
}

function camel(words: string): string {
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

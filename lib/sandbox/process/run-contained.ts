import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import type { LaunchReport } from "#lib/sandbox/bubblewrap/launch.ts";
import { openBytes } from "#lib/sandbox/spawner/byte-files.ts";
import { type ControlGroups, makeControlGroups } from "#lib/sandbox/spawner/control-groups.ts";
import { drained } from "#lib/sandbox/spawner/drained.ts";
import { OutputBudget } from "#lib/sandbox/spawner/output-budget.ts";
import type { Pipe, PipeStock } from "#lib/sandbox/spawner/pipes.ts";
import { type ContainedLaunch, DESCRIPTORS } from "./launch.ts";

/**
 * One contained process from start to end, for the backends that wrap a command line. It returns only when nothing of
 * the call is alive, by the process group and by the control group that nothing inside can leave.
 */
export interface ContainedHooks {
  readonly name: string;
  readonly sh: string;
  readonly pipes: PipeStock;
  readonly signal: AbortSignal;
  /** Only of a conversation. */
  readonly onOutput: (chunk: Buffer) => void;
  readonly onInput: (input: Socket) => void;
  readonly over: AbortSignal;
}

type Stop = NonNullable<LaunchReport["stopped"]>;

/** Joins the groups, then becomes the rest of its arguments. */
const JOIN_AND_BECOME =
  'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 > "$1" || exit 125; shift; n=$((n-1)); done; exec "$@"';
const CPU_WATCH_MS = 200;
const LEAVE_MS = 250;
const LAUNCHER_BYTES = 16_384;

export async function runContained(launch: ContainedLaunch, hooks: ContainedHooks): Promise<LaunchReport> {
  const opened: number[] = [];
  const groups = makeControlGroups(launch.groups, hooks.name);
  try {
    const input = launch.stdin === null ? null : openBytes(launch.stdin);
    const outputs = [hooks.pipes.take("from the child"), hooks.pipes.take("from the child")];
    if (input !== null) opened.push(input);
    opened.push(...outputs.flatMap((pipe) => (pipe ? [pipe.child] : [])));
    const started = performance.now();
    const args = ["-c", JOIN_AND_BECOME, "sh", `${groups.doors.length}`, ...groups.doors, ...launch.argv];
    const child = spawn(hooks.sh, args, {
      detached: true,
      cwd: launch.workingDirectory,
      env: { ...launch.environment } as NodeJS.ProcessEnv,
      stdio: [
        input ?? "pipe",
        "ignore",
        "pipe",
        "pipe",
        "pipe",
        ...outputs.map((pipe) => pipe?.child ?? ("pipe" as const)),
      ],
    });
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
    return await follow(child, outputs, launch, groups, started, hooks);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
    // Kills whoever is left until nobody is: a group that holds a process cannot be removed.
    await groups.remove();
  }
}

async function follow(
  child: ChildProcess,
  outputs: readonly (Pipe | null)[],
  launch: ContainedLaunch,
  groups: ControlGroups,
  started: number,
  hooks: ContainedHooks,
): Promise<LaunchReport> {
  let stopped: Stop | null = null;
  const kill = (): void => {
    groups.kill();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) tryKill(-child.pid);
  };
  const stop = (why: Stop): void => {
    stopped ??= why;
    kill();
  };
  const streams = (child.stdio as (Socket | null | undefined)[]).map(
    (stream, index) => outputs[index - DESCRIPTORS.stdout]?.ours ?? stream,
  );
  for (const stream of streams) stream?.on("error", () => {});
  const budget = new OutputBudget(launch.outputBytes, () => stop("output"));
  const talks = launch.stdin === null;
  const stdout = talks ? () => Buffer.alloc(0) : budget.collect(streams[DESCRIPTORS.stdout]);
  if (talks) budget.pass(streams[DESCRIPTORS.stdout], hooks.onOutput);
  if (talks && streams[0]) hooks.onInput(streams[0]);
  const stderr = budget.collect(streams[DESCRIPTORS.stderr]);
  const answer = budget.collect(streams[DESCRIPTORS.answer]);
  const launcherSaid = new OutputBudget(LAUNCHER_BYTES, () => {}).collect(streams[2]);
  let reached = false;
  streams[DESCRIPTORS.reached]?.on("data", () => {
    reached = true;
  });

  const wall = setTimeout(() => stop("wall"), launch.wallMs);
  const watch = setInterval(() => {
    if ((groups.cpuMs() ?? 0) > launch.cpuMs) stop("cpu");
  }, CPU_WATCH_MS);
  const cancel = (): void => stop("cancelled");
  if (hooks.signal.aborted) cancel();
  else hooks.signal.addEventListener("abort", cancel);
  let leaving: NodeJS.Timeout | undefined;
  const leave = (): void => {
    streams[0]?.end();
    leaving = setTimeout(() => stop("closed"), LEAVE_MS);
  };
  hooks.over.addEventListener("abort", leave);

  try {
    const [code, signal] = await exitOf(child);
    // Its group may go on without it; the number of a group stays taken while it has a member.
    if (child.pid !== undefined) tryKill(-child.pid);
    groups.kill();
    await drained(streams.slice(1).filter((stream) => stream !== null && stream !== undefined));
    if (groups.killedForMemory()) stopped ??= "memory";
    if (code === 128 + constants.signals.SIGXCPU || signal === "SIGXCPU") stopped ??= "cpu";
    return {
      exitCode: code ?? (signal === null ? null : 128 + constants.signals[signal]),
      signal: signal ?? (code !== null && code > 128 ? signalName(code - 128) : null),
      started: reached || stopped !== null,
      stopped,
      truncated: budget.exceeded,
      stdout: stdout(),
      stderr: reached ? stderr() : faultIn(launcherSaid()),
      answer: answer(),
      outputBytes: budget.used,
      wallMs: Math.round(performance.now() - started),
      cpuMs: groups.cpuMs(),
      maxMemoryBytes: groups.maxMemoryBytes(),
    };
  } finally {
    clearTimeout(wall);
    clearInterval(watch);
    clearTimeout(leaving);
    hooks.over.removeEventListener("abort", leave);
    hooks.signal.removeEventListener("abort", cancel);
    for (const stream of streams) stream?.destroy();
  }
}

/** The line that says what was wrong; advice tends to follow it. */
function faultIn(said: Buffer): Buffer {
  const lines = said.toString("utf8").trim().split("\n");
  return Buffer.from(lines.find((line) => /^error/i.test(line)) ?? lines.at(-1) ?? "");
}

function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve([code, signal]));
  });
}

function tryKill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch {
    // Nobody left.
  }
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}

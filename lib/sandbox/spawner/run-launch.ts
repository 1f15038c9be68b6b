import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import type { Launch, LaunchReport } from "../bubblewrap/launch.ts";
import { type ControlGroups, makeControlGroups } from "./control-groups.ts";
import { drained } from "./drained.ts";
import { openInputFile } from "./input-file.ts";
import { closeLeakedDescriptors } from "./leaked-descriptors.ts";
import { openWithoutLinks } from "./open-without-links.ts";
import { OutputBudget } from "./output-budget.ts";
import { mapOwners } from "./owner-map.ts";
import type { Pipe, PipeStock } from "./pipes.ts";
import { readStatus, waitUntilGone } from "./read-status.ts";
import { releaseOf, releaseWhenReady } from "./release.ts";
import { passingUser, workspaceUser } from "./workspace-owner.ts";

/**
 * One sandboxed process from start to end. Whatever happens, it returns only when nothing of the call is alive: the
 * group is killed after a normal exit too, because the command may have left something behind.
 */
export interface LaunchHooks {
  readonly name: string;
  readonly pipes: PipeStock;
  readonly onEgress: (socket: Socket) => void;
  readonly signal: AbortSignal;
  /** Only for a conversation: what the command says, where to speak to it, and when it is over. */
  readonly conversation: {
    readonly onOutput: (chunk: Buffer) => void;
    readonly onInput: (input: Socket) => void;
    readonly over: AbortSignal;
  };
}

type Stop = NonNullable<LaunchReport["stopped"]>;

/** Joins the groups while still root, then becomes the rest of its arguments. 125: could not join, so nothing ran. */
const JOIN_AND_BECOME =
  'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1/cgroup.procs" || exit 125; shift; n=$((n-1)); done; cd / && exec "$@"';
const CPU_WATCH_MS = 200;
/** What a command whose input has ended gets to end by itself. */
const LEAVE_MS = 250;

export async function runLaunch(launch: Launch, hooks: LaunchHooks): Promise<LaunchReport> {
  closeLeakedDescriptors();
  const user = launch.stepDown ? userOf(launch.stepDown.workspace) : null;
  const opened: number[] = [];
  let groups: ControlGroups | null = null;
  try {
    const stdio = launch.descriptors.map((descriptor) => {
      if (descriptor.kind !== "mount") return "pipe" as const;
      const number = openWithoutLinks(descriptor.path, descriptor.create ? { owner: user } : null);
      opened.push(number);
      return number;
    });
    groups = makeControlGroups(launch.groups, hooks.name);
    const input = launch.stdin === null ? null : openInputFile(launch.stdin);
    const outputs = [hooks.pipes.take(), hooks.pipes.take()];
    if (input !== null) opened.push(input);
    opened.push(...outputs.flatMap((pipe) => (pipe ? [pipe.child] : [])));
    const started = performance.now();
    const child = spawn(launch.shell.sh, shellArguments(launch, groups.directories, user), {
      detached: true,
      cwd: "/",
      env: {} as NodeJS.ProcessEnv,
      stdio: [input ?? "pipe", ...outputs.map((pipe) => pipe?.child ?? ("pipe" as const)), ...stdio],
    });
    // Ours too would keep a pipe open that the tool has closed.
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
    return await follow(child, outputs, launch, groups, user, started, hooks);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
    await groups?.remove();
  }
}

function userOf(workspace: string | null): number {
  return workspace === null ? passingUser() : workspaceUser(workspace);
}

function shellArguments(launch: Launch, directories: readonly string[], user: number | null): string[] {
  const become = launch.stepDown
    ? [launch.stepDown.setpriv, "--reuid", `${user}`, "--regid", `${user}`, "--clear-groups", "--no-new-privs"]
    : [];
  return [
    ...["-c", JOIN_AND_BECOME, "sh", `${directories.length}`, ...directories],
    // A shell adds PWD to the environment; inside, /proc/1/environ would show it.
    ...[launch.shell.env, "-i", ...become, launch.bubblewrap, "--args", "3", "--", ...launch.command],
  ];
}

async function follow(
  child: ChildProcess,
  outputs: readonly (Pipe | null)[],
  launch: Launch,
  groups: ControlGroups,
  user: number | null,
  started: number,
  hooks: LaunchHooks,
): Promise<LaunchReport> {
  let stopped: Stop | null = null;
  let ended = false;
  const kill = (): void => {
    groups.kill();
    // Once it has ended and been killed for good its number may belong to somebody else.
    if (child.pid !== undefined && !ended) tryKill(-child.pid);
  };
  const stop = (why: Stop): void => {
    stopped ??= why;
    kill();
  };

  const budget = new OutputBudget(launch.outputBytes, () => stop("output"));
  const streams = (child.stdio as (Socket | null | undefined)[]).map(
    (stream, index) => outputs[index - 1]?.ours ?? stream,
  );
  for (const stream of streams) stream?.on("error", ignore);
  const talks = launch.stdin === null;
  const stdout = talks ? () => Buffer.alloc(0) : budget.collect(streams[1]);
  if (talks) budget.pass(streams[1], hooks.conversation.onOutput);
  if (talks && streams[0]) hooks.conversation.onInput(streams[0]);
  const stderr = budget.collect(streams[2]);

  const prepare = async (pid: number): Promise<void> => {
    if (user !== null && launch.stepDown) await mapOwners(pid, user, launch.stepDown.nsenter);
  };
  let answer: () => Buffer = () => Buffer.alloc(0);
  let status = readStatus(null);
  launch.descriptors.forEach((descriptor, index) => {
    const stream = streams[index + 3];
    if (!stream) return;
    if (descriptor.kind === "bytes") stream.end(Buffer.from(descriptor.data));
    else if (descriptor.kind === "status") status = readStatus(stream);
    else if (descriptor.kind === "answer") answer = budget.collect(stream);
    else if (descriptor.kind === "egress") hooks.onEgress(stream);
    else if (descriptor.kind === "info") releaseWhenReady(stream, prepare, releaseOf(launch, streams), kill);
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
  hooks.conversation.over.addEventListener("abort", leave);

  try {
    const [code, signal] = await exitOf(child);
    kill();
    ended = true;
    await drained(streams.filter((stream, index) => stream && isRead(launch, index)) as Socket[]);
    await waitUntilGone(status.firstProcess());
    const exit = status.exitCode();
    if (stopped === null) stopped = endedByKernel(exit, groups);
    return {
      exitCode: exit,
      signal:
        exit === null
          ? (signal ?? (code !== null && code > 128 ? signalName(code - 128) : null))
          : signalName(exit - 128),
      started: exit !== null || stopped !== null,
      stopped,
      truncated: budget.exceeded,
      stdout: stdout(),
      stderr: stderr(),
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
    hooks.conversation.over.removeEventListener("abort", leave);
    hooks.signal.removeEventListener("abort", cancel);
    kill();
    for (const stream of streams) stream?.destroy();
  }
}

/** Which of its limits the kernel ended it for, where that can be told. */
function endedByKernel(exit: number | null, groups: ControlGroups): Stop | null {
  if (groups.killedForMemory()) return "memory";
  return exit === 128 + constants.signals.SIGXCPU ? "cpu" : null;
}

function isRead(launch: Launch, index: number): boolean {
  const kind = launch.descriptors[index - 3]?.kind;
  return index === 1 || index === 2 || kind === "status" || kind === "answer";
}

function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve([code, signal]));
  });
}

function tryKill(group: number): void {
  try {
    process.kill(group, "SIGKILL");
  } catch {
    // Nobody left.
  }
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}

function ignore(): void {
  // A pipe that breaks because the other side ended tells us nothing that the exit does not.
}

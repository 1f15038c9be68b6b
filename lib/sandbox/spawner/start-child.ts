import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Descriptor, Launch, MountIdentity } from "../bubblewrap/launch.ts";
import { type KeptBytes, openAccount, openBytes } from "./byte-files.ts";
import { JOIN, LAST_DOOR } from "./join-groups.ts";
import { openWithoutLinks } from "./open-without-links.ts";
import type { PipeStock } from "./pipes.ts";
import { type CheckedMount, preparePlaces } from "./prepare-places.ts";
import { stepDownTo, WITH_PARENT } from "./step-down.ts";

/** A launched process and our ends of its descriptors, by their numbers in it. */
export interface StartedChild {
  readonly process: ChildProcess;
  readonly streams: readonly (Socket | null | undefined)[];
  readonly mounts: readonly MountIdentity[];
  /** What bubblewrap writes of itself; whoever follows the child closes it. Null where none was asked for. */
  readonly account: number | null;
}

/**
 * First of all looks whether whoever started it is still there, then joins the groups, limits itself, and becomes the rest of its arguments. A processor limit is a signal that says why, and a second later one that cannot be
 * ignored; files are counted in blocks of 512 bytes. 125: nothing ran. What a shell adds to the environment is taken out again: it could be read
 * inside, from /proc/1/environ.
 */
const JOIN_AND_BECOME =
  `[ "$PPID" = "$1" ] || exit 125; shift; ${JOIN} ` +
  'if [ "$1" != - ]; then ulimit -c 0 && ulimit -S -t "$1" && ulimit -H -t $(($1+1)) && ulimit -f "$2" && ulimit -n "$3" || exit 125; shift 2; fi; shift; unset PWD OLDPWD; exec "$@"';

interface Sources {
  readonly pipes: PipeStock;
  readonly kept: KeptBytes;
}

export function startChild(
  launch: Launch,
  user: number | null,
  doors: readonly string[],
  { pipes, kept }: Sources,
): StartedChild {
  const opened: number[] = [];
  const ours = (descriptor: number): number => {
    opened.push(descriptor);
    return descriptor;
  };
  const account = launch.descriptors.some(({ kind }) => kind === "status") ? openAccount() : null;
  if (account) ours(account.child);
  const mounts: MountIdentity[] = [];
  const prepared: CheckedMount[] = [];
  try {
    const stdio = launch.descriptors.map((descriptor) => {
      if (descriptor.kind === "status" && account) return account.child;
      const file = openDescriptor(descriptor, user, doors, kept);
      if (file === null) return "pipe" as const;
      ours(file);
      if (descriptor.kind !== "mount") return file;
      const identity = identityOf(file);
      mounts.push(identity);
      if (descriptor.place === undefined) return file;
      prepared.push({ place: descriptor.place, path: descriptor.path, identity });
      return "ignore" as const;
    });
    const input = launch.input.kind === "whole" ? ours(openBytes(launch.input.data)) : ("pipe" as const);
    const outputs = [pipes.take(), pipes.take()];
    for (const pipe of outputs) if (pipe) ours(pipe.child);
    const [program, ...args] = commandLine(launch, user, prepared);
    const child = spawn(program, args, {
      detached: true,
      cwd: "/",
      ...(user !== null && launch.stepDown?.early ? { uid: user, gid: user } : {}),
      env: {} as NodeJS.ProcessEnv,
      stdio: [input, ...outputs.map((pipe) => pipe?.child ?? ("pipe" as const)), ...stdio],
    });
    const streams = (child.stdio as (Socket | null | undefined)[]).map(
      (stream, index) => outputs[index - 1]?.ours ?? stream,
    );
    for (const stream of streams) stream?.on("error", ignore);
    return { process: child, streams, mounts, account: account?.ours ?? null };
  } catch (error) {
    if (account) closeSync(account.ours);
    throw error;
  } finally {
    // Ours too would keep a pipe open that the tool has closed.
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Null: it is a stream, which Node makes for the child. */
function openDescriptor(
  descriptor: Descriptor,
  user: number | null,
  doors: readonly string[],
  kept: KeptBytes,
): number | null {
  switch (descriptor.kind) {
    case "door":
      return openSync(doors[descriptor.group] ?? "", constants.O_WRONLY);
    case "bytes":
      return openBytes(descriptor.data);
    case "kept":
      return kept.open(descriptor.name);
    case "mount":
      return openWithoutLinks(descriptor.path, descriptor.create ? { owner: user } : null);
    default:
      return null;
  }
}

function identityOf(descriptor: number): MountIdentity {
  const { dev, ino, uid } = fstatSync(descriptor);
  return [dev, ino, uid];
}

function commandLine(launch: Launch, user: number | null, prepared: readonly CheckedMount[]): [string, ...string[]] {
  const { shell, stepDown, armedBy, resources, withoutExec } = launch;
  const become = stepDown === null || stepDown.early || user === null ? [] : stepDownTo(user, stepDown);
  const doors = doorNumbers(launch);
  const joining = [shell.sh, "-c", JOIN_AND_BECOME, "sh", `${process.pid}`, `${doors.length}`, ...doors];
  const limits = resources
    ? [resources.cpuSeconds, Math.ceil(resources.fileBytes / 512), resources.openFiles].map(String)
    : ["-"];
  const emptied = shell.env === null ? [] : [shell.env, "-i"];
  const bubblewrap = [...launch.networkBy, launch.bubblewrap, "--args", "3", "--", ...launch.command];
  const places = withoutExec ? preparePlaces(withoutExec, prepared) : [];
  const [first, ...rest] = [...joining, ...limits, ...places, ...emptied, ...become, ...bubblewrap];
  if (first === undefined) throw new Error("A launch without a shell.");
  return armedBy === null ? [first, ...rest] : [armedBy, ...WITH_PARENT, first, ...rest];
}

function doorNumbers({ descriptors }: Launch): string[] {
  const numbers = descriptors.flatMap(({ kind }, index) => (kind === "door" ? [index + 3] : []));
  if (numbers.some((number) => number > LAST_DOOR)) throw new Error("A group's door has a number that no shell knows.");
  return numbers.map(String);
}

function ignore(): void {
  // A pipe that breaks because the other side ended tells us nothing that the exit does not.
}

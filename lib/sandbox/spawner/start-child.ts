import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Launch, MountIdentity } from "../bubblewrap/launch.ts";
import type { BlankFiles, KeptBytes } from "./byte-files.ts";
import { JOIN, LAST_DOOR } from "./join-groups.ts";
import type { Birth, Midwife } from "./midwife.ts";
import { MOST_DESCRIPTORS } from "./midwife-program.ts";
import { type OpenDescriptors, openDescriptors } from "./open-descriptors.ts";
import type { PipeStock } from "./pipes.ts";
import { type CheckedMount, preparePlaces } from "./prepare-places.ts";
import { stepDownTo, WITH_PARENT } from "./step-down.ts";

/** As much of a child process as whoever follows one needs. Its number is known from "spawn" on. */
export interface LaunchedProcess {
  readonly pid?: number | undefined;
  once(event: "spawn", listener: () => void): unknown;
  once(event: "exit", listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

/** A launched process and our ends of its descriptors, by their numbers in it. */
export interface StartedChild {
  readonly process: LaunchedProcess;
  readonly streams: readonly (Socket | null | undefined)[];
  readonly mounts: readonly MountIdentity[];
  /** What bubblewrap writes of itself; whoever follows the child closes it. Null where none was asked for. */
  readonly account: number | null;
}

interface Sources {
  readonly pipes: PipeStock;
  readonly kept: KeptBytes;
  readonly blanks: BlankFiles;
  readonly midwife: Midwife | null;
}

export function startChild(
  launch: Launch,
  user: number | null,
  doors: readonly string[],
  sources: Sources,
): StartedChild {
  const { midwife } = sources;
  const isBorn = midwife !== null && user !== null && isPlain(launch);
  const open = openDescriptors(launch, user, isBorn ? { has: midwife.gives } : { doors }, sources);
  try {
    const started = isBorn ? bear(midwife, launch, user, doors, open) : fork(launch, user, open);
    for (const stream of started.streams) stream?.on("error", ignore);
    return { ...started, mounts: open.mounts, account: open.account };
  } catch (error) {
    open.closeAll();
    throw error;
  }
}

/** The number of the first descriptor that a launch lays out. */
const FIRST = 3;

type Begun = Pick<StartedChild, "process" | "streams">;

/** Nothing has to be done for it as root but what the midwife does, every descriptor is a file or one of our pipes, and she has room for all. */
function isPlain({ stepDown, withoutExec, networkBy, descriptors }: Launch): boolean {
  const isSocket = descriptors.some(({ kind }) => kind === "egress" || kind === "info" || kind === "release");
  const hasRoom = FIRST + descriptors.length <= MOST_DESCRIPTORS;
  return stepDown?.early === true && withoutExec === null && networkBy.length === 0 && !isSocket && hasRoom;
}

/** Numbers of resources: the same wherever we have a midwife. */
const RESOURCES = { cpu: 0, fileSize: 1, core: 4, openFiles: 7 };

function bear(
  midwife: Midwife,
  launch: Launch,
  user: number,
  doors: readonly string[],
  { stdio, ends, closeChilds }: OpenDescriptors,
): Begun {
  const descriptors = stdio.map((one) => {
    if (one === "pipe") throw new Error("There is no pipe for a launch.");
    return one === "ignore" ? null : one;
  });
  const birth = { user, descriptors, doors, limits: limitsOf(launch), argv: bubblewrapWords(launch) };
  return { process: midwife.bear(birth, closeChilds), streams: ends };
}

/** A processor limit is a signal that says why, and a second later one that cannot be ignored. */
function limitsOf({ resources }: Launch): Birth["limits"] {
  if (resources === null) return [];
  const { cpuSeconds, fileBytes, openFiles } = resources;
  const both = (resource: number, value: number) => ({ resource, soft: value, hard: value });
  return [
    both(RESOURCES.core, 0),
    { resource: RESOURCES.cpu, soft: cpuSeconds, hard: cpuSeconds + 1 },
    both(RESOURCES.fileSize, fileBytes),
    both(RESOURCES.openFiles, openFiles),
  ];
}

function fork(launch: Launch, user: number | null, { stdio, ends, prepared, closeChilds }: OpenDescriptors): Begun {
  const [program, ...args] = commandLine(launch, user, prepared);
  const child = spawn(program, args, {
    detached: true,
    cwd: "/",
    ...(user !== null && launch.stepDown?.early ? { uid: user, gid: user } : {}),
    env: {} as NodeJS.ProcessEnv,
    stdio: [...stdio],
  });
  // Whoever follows the child hears of it too. Where there is no child to follow nobody does, and it would end us.
  child.on("error", ignore);
  closeChilds();
  const streams = streamsOf(child).map((stream, number) => ends[number] ?? stream);
  return { process: child, streams };
}

/** Without a number left for a descriptor Node makes no streams at all, against its own types, and says why only afterwards. */
function streamsOf({ stdio }: ChildProcess): readonly (Socket | null | undefined)[] {
  if (stdio === undefined) throw new Error("No process could be started: too few descriptors are left.");
  return stdio as unknown as readonly (Socket | null | undefined)[];
}

/**
 * First of all looks whether whoever started it is still there, then joins the groups, limits itself, and becomes the rest of its
 * arguments. A processor limit is a signal that says why, and a second later one that cannot be ignored; files are counted in blocks
 * of 512 bytes. 125: nothing ran. What a shell adds to the environment is taken out again: it could be read inside, from
 * /proc/1/environ.
 */
const JOIN_AND_BECOME =
  `[ "$PPID" = "$1" ] || exit 125; shift; ${JOIN} ` +
  'if [ "$1" != - ]; then ulimit -c 0 && ulimit -S -t "$1" && ulimit -H -t $(($1+1)) && ulimit -f "$2" && ulimit -n "$3" || exit 125; shift 2; fi; shift; unset PWD OLDPWD; exec "$@"';

function commandLine(launch: Launch, user: number | null, prepared: readonly CheckedMount[]): [string, ...string[]] {
  const { shell, stepDown, armedBy, resources, withoutExec } = launch;
  const become = stepDown === null || stepDown.early || user === null ? [] : stepDownTo(user, stepDown);
  const doors = doorNumbers(launch);
  const joining = [shell.sh, "-c", JOIN_AND_BECOME, "sh", `${process.pid}`, `${doors.length}`, ...doors];
  const limits = resources
    ? [resources.cpuSeconds, Math.ceil(resources.fileBytes / 512), resources.openFiles].map(String)
    : ["-"];
  const emptied = shell.env === null ? [] : [shell.env, "-i"];
  const bubblewrap = [...launch.networkBy, ...bubblewrapWords(launch)];
  const places = withoutExec ? preparePlaces(withoutExec, prepared) : [];
  const [first, ...rest] = [...joining, ...limits, ...places, ...emptied, ...become, ...bubblewrap];
  if (first === undefined) throw new Error("A launch without a shell.");
  return armedBy === null ? [first, ...rest] : [armedBy, ...WITH_PARENT, first, ...rest];
}

function bubblewrapWords({ bubblewrap, command }: Launch): string[] {
  return [bubblewrap, "--args", "3", "--", ...command];
}

function doorNumbers({ descriptors }: Launch): string[] {
  const numbers = descriptors.flatMap(({ kind }, index) => (kind === "door" ? [index + FIRST] : []));
  if (numbers.some((number) => number > LAST_DOOR)) throw new Error("A group's door has a number that no shell knows.");
  return numbers.map(String);
}

function ignore(): void {
  // A pipe that breaks because the other side ended tells us nothing that the exit does not.
}

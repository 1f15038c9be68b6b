import type { Socket } from "node:net";
import { constants } from "node:os";
import type { Launch, LaunchReport, StopReason } from "../bubblewrap/launch.ts";
import { signalName, streamOf, untilExit } from "./child-streams.ts";
import type { ControlGroups } from "./control-groups.ts";
import { drained } from "./drained.ts";
import { OutputBudget } from "./output-budget.ts";
import { type LauncherStatus, readStatus, waitUntilGone } from "./read-status.ts";
import type { LaunchHooks } from "./run-launch.ts";
import type { StartedChild } from "./start-child.ts";

const CPU_WATCH_MS = 200;
/** What a command whose input has ended gets to end by itself. */
const LEAVE_MS = 250;
const NEWLINE = 0x0a;

/** Follows a process that serves one call, or is the call, to its end; nothing of it is alive when this returns. */
export async function followChild(
  child: StartedChild,
  launch: Launch,
  groups: ControlGroups,
  kill: () => void,
  hooks: LaunchHooks,
): Promise<LaunchReport> {
  const { streams } = child;
  let stopped: StopReason | null = null;
  let answered = false;
  const stop = (why: StopReason): void => {
    stopped ??= why;
    kill();
  };

  const budget = new OutputBudget(launch.limits.outputBytes, () => stop("output"));
  const talks = launch.input.kind === "conversation";
  const stdout = talks ? () => Buffer.alloc(0) : budget.collect(streams[1]);
  if (talks) budget.pass(streams[1], hooks.conversation.onOutput);
  if (talks && streams[0]) hooks.conversation.onInput(streams[0]);
  const stderr = budget.collect(streams[2]);
  const status = readStatus(child.account);
  const answers = streamOf(launch, streams, "answer");
  const answer = budget.collect(answers);
  const clock = new CallClock(launch, groups, stop);
  const report = (how: Pick<LaunchReport, "exitCode" | "signal">): LaunchReport => ({
    ...how,
    // Its first blank says that it stands ready, its second that it has read the call.
    taken: launch.input.kind !== "one call" || answer().length > 1,
    started: status.exitCode() !== null || answered || stopped !== null,
    stopped,
    truncated: budget.exceeded,
    stdout: stdout(),
    stderr: stderr(),
    answer: answer(),
    outputBytes: budget.used,
    ...clock.usage(),
    maxMemoryBytes: groups.maxMemoryBytes(),
  });

  // Whatever it still does after its answer is nobody's: it is ended there and then, and not waited for.
  let number: number | null = null;
  let served = false;
  let serving: NodeJS.Immediate | undefined;
  answers?.on("data", (chunk: Buffer) => {
    if (stopped !== null || answered || chunk.at(-1) !== NEWLINE) return;
    answered = true;
    kill();
    if (number !== null && isWholeWithAnswer(launch)) serving = setImmediate(serve, number);
  });
  // What it printed before it answered has come in the same turn. No answer is given while any of it was too much.
  const serve = (call: number): void => {
    if (stopped !== null) return;
    served = true;
    hooks.standing.onServed(call, report(ANSWERED));
  };

  if (launch.input.kind === "one call") {
    // While it is made, calls that run come first. Once it stands it only waits, and its call should find it with its share.
    groups.setShare("little");
    answers?.once("data", () => {
      hooks.standing.onStanding(child.mounts);
      groups.setShare("usual");
    });
    hooks.standing.onCall((call) => {
      number = call.number;
      clock.start(groups.cpuMs() ?? 0);
      streams[0]?.end(Buffer.from(call.line));
    });
  } else clock.start(0);

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
    const exit = await untilExit(child.process);
    kill();
    await drained(readStreams(launch, streams));
    await waitUntilGone(status.firstProcess(), hooks.midwife?.reaped);
    if (stopped === null) stopped = endedByKernel(status.exitCode(), groups);
    const last = report(outcome(status, exit, answered));
    return served ? { ...last, ...NOTHING_SAID } : last;
  } finally {
    // Its end may come in the same turn as its answer: then its report has the answer, and its account is closed before this would read it.
    clearImmediate(serving);
    clock.end();
    clearTimeout(leaving);
    hooks.conversation.over.removeEventListener("abort", leave);
    hooks.signal.removeEventListener("abort", cancel);
  }
}

const ANSWERED = { exitCode: 0, signal: null };
/** Whoever asked has had it. */
const NOTHING_SAID = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), answer: Buffer.alloc(0) };

/**
 * Whether all that there is to say of a call is known with its answer. By then every process of its group has been sent the
 * signal that nobody survives, and the kernel needs longer to clear a Node away than the call took: nobody has to wait for that.
 * Without a group they are reached one through the other, a moment later. And what goes over the network is on record only
 * when nothing moves any more.
 */
function isWholeWithAnswer({ descriptors, groups }: Launch): boolean {
  return groups.length > 0 && !descriptors.some(({ kind }) => kind === "egress");
}

/** The clock and the count of processor time of one call. */
class CallClock {
  readonly #launch: Launch;
  readonly #groups: ControlGroups;
  readonly #stop: (why: StopReason) => void;
  #started = performance.now();
  #cpuBefore = 0;
  #wall: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(launch: Launch, groups: ControlGroups, stop: (why: StopReason) => void) {
    this.#launch = launch;
    this.#groups = groups;
    this.#stop = stop;
  }

  start(cpuBefore: number): void {
    const { wallMs, cpuMs } = this.#launch.limits;
    this.#started = performance.now();
    this.#cpuBefore = cpuBefore;
    this.#wall = setTimeout(() => this.#stop("wall"), wallMs);
    this.#watch = setInterval(() => {
      if ((this.usage().cpuMs ?? 0) > cpuMs) this.#stop("cpu");
    }, CPU_WATCH_MS);
  }

  usage(): { readonly wallMs: number; readonly cpuMs: number | null } {
    const cpuMs = this.#groups.cpuMs();
    return {
      wallMs: Math.round(performance.now() - this.#started),
      cpuMs: cpuMs === null ? null : Math.max(0, cpuMs - this.#cpuBefore),
    };
  }

  end(): void {
    clearTimeout(this.#wall);
    clearInterval(this.#watch);
  }
}

/** What has answered has ended itself there or was ended by us, which is no failure. */
function outcome(
  status: LauncherStatus,
  [code, signal]: readonly [number | null, NodeJS.Signals | null],
  answered: boolean,
): Pick<LaunchReport, "exitCode" | "signal"> {
  if (answered) return ANSWERED;
  const exit = status.exitCode();
  if (exit !== null) return { exitCode: exit, signal: signalName(exit - 128) };
  return { exitCode: null, signal: signal ?? (code !== null && code > 128 ? signalName(code - 128) : null) };
}

/** Which of its limits the kernel ended it for, where that can be told. */
export function endedByKernel(exit: number | null, groups: ControlGroups): StopReason | null {
  if (groups.killedForMemory()) return "memory";
  return exit === 128 + constants.signals.SIGXCPU ? "cpu" : null;
}

function readStreams(launch: Launch, streams: StartedChild["streams"]): Socket[] {
  return [streams[1], streams[2], streamOf(launch, streams, "answer")].filter((stream): stream is Socket =>
    Boolean(stream),
  );
}

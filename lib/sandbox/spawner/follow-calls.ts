import type { Launch, LaunchReport, StopReason } from "../bubblewrap/launch.ts";
import { streamOf, untilExit } from "./child-streams.ts";
import type { ControlGroups } from "./control-groups.ts";
import { endedByKernel } from "./follow-child.ts";
import type { SentCall } from "./messages.ts";
import { readStatus, waitUntilGone } from "./read-status.ts";
import type { LaunchHooks } from "./run-launch.ts";
import { ServedCall } from "./served-call.ts";
import type { StartedChild } from "./start-child.ts";

const WATCH_MS = 200;
/** Of processor time between two calls. What a tool goes on with behind its answers is nobody's, so it gets little. */
const IDLE_CPU_MS = 2_000;
/** What the runner puts before a line's content: the call's number and what the line is. */
const LINE = /^(\d{1,9}) (taken|answer|stdout|stderr) /;
const NEWLINE = 0x0a;
/** A line carries its number and its kind beside what counts as the call's output, and is written as JSON. */
const LINE_ALLOWANCE = 6;
/** What a line that says nothing counts for beside its length: however short, it has to be looked at. */
const EMPTY_LINE = 64;

/**
 * Follows a sandbox that serves the calls of one owner until it is ended. Each call has its own clock and its own
 * allowance; the sandbox is one, so a call that passes either ends it for all, and so does one that is cancelled.
 */
export async function followCalls(
  child: StartedChild,
  launch: Launch,
  groups: ControlGroups,
  kill: () => void,
  hooks: LaunchHooks,
): Promise<LaunchReport> {
  const { streams } = child;
  const calls = new Map<number, ServedCall>();
  const status = readStatus(child.account);
  const ends: { readonly why: StopReason; readonly by: number | null }[] = [];
  const stop = (why: StopReason, by: number | null): void => {
    ends.push({ why, by });
    kill();
  };
  // Whose work it was nobody can tell inside one process; those who are at work share it.
  let cpuBefore = 0;
  let idleCpuMs = 0;
  const charge = (): void => {
    const now = groups.cpuMs() ?? 0;
    for (const call of calls.values()) call.chargeCpu((now - cpuBefore) / calls.size);
    idleCpuMs = calls.size > 0 ? 0 : idleCpuMs + now - cpuBefore;
    cpuBefore = now;
    if (idleCpuMs > IDLE_CPU_MS) stop("cpu", null);
  };
  const finish = (call: ServedCall, how: Parameters<ServedCall["report"]>[0]): void => {
    charge();
    calls.delete(call.number);
    hooks.standing.onServed(call.number, call.report({ ...how, maxMemoryBytes: groups.maxMemoryBytes() }));
  };

  // What is written past the runner (by a process that a tool started) names no call: it is the oldest one's.
  let unclaimed = 0;
  const countUnclaimed = (bytes: number): void => {
    unclaimed += bytes;
    if (unclaimed > launch.limits.outputBytes) stop("output", null);
  };
  for (const [index, name] of [
    [1, "stdout"],
    [2, "stderr"],
  ] as const) {
    streams[index]?.on("data", (chunk: Buffer) => {
      const [oldest] = calls.values();
      if (oldest) oldest.take(name, chunk);
      else countUnclaimed(chunk.length);
    });
  }

  // A long line comes in many pieces, and looking through all of it for each would be everybody's time.
  let pieces: Buffer[] = [];
  let pending = 0;
  const answers = streamOf(launch, streams, "answer");
  answers?.once("data", () => hooks.standing.onStanding(child.mounts));
  answers?.on("data", (chunk: Buffer) => {
    // It is being killed; what it still says is nobody's answer.
    if (ends.length > 0) return;
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
      const last = rest.subarray(0, at);
      takeLine((pieces.length === 0 ? last : Buffer.concat([...pieces, last])).toString("utf8").trimStart());
      rest = rest.subarray(at + 1);
      pieces = [];
      pending = 0;
    }
    pieces.push(rest);
    pending += rest.length;
    if (pending > launch.limits.outputBytes * LINE_ALLOWANCE) stop("output", null);
  });
  const takeLine = (line: string): void => {
    const [head, number, kind] = LINE.exec(line) ?? [];
    const call = calls.get(Number(number));
    // The runner writes no line that says nothing. A tool can, and each would be work for whoever reads all sandboxes.
    if (head === undefined || !call || (kind === "taken" && call.taken))
      return void countUnclaimed(line.length + EMPTY_LINE);
    const content = line.slice(head.length);
    if (kind === "taken") call.taken = true;
    else if (kind === "answer") {
      call.answer(Buffer.from(`${content}\n`));
      if (!call.exceeded) finish(call, { stopped: null, exitCode: 0 });
    } else {
      const text = textOf(content);
      if (text.length === 0) countUnclaimed(line.length + EMPTY_LINE);
      call.take(kind === "stdout" ? "stdout" : "stderr", text);
    }
  };

  const watch = setInterval(charge, WATCH_MS);

  hooks.standing.onCall((sent: SentCall) => {
    charge();
    const call = new ServedCall(sent, (why) => stop(why, sent.number));
    calls.set(sent.number, call);
    streams[0]?.write(Buffer.from(sent.line));
  });
  hooks.standing.onCancelCall((number) => {
    if (calls.has(number)) stop("cancelled", number);
  });
  const cancel = (): void => stop("cancelled", null);
  if (hooks.signal.aborted) cancel();
  else hooks.signal.addEventListener("abort", cancel);

  try {
    await untilExit(child.process);
    kill();
    await waitUntilGone(status.firstProcess(), hooks.midwife?.reaped);
    const exitCode = status.exitCode();
    const [end] = ends;
    const stopped = end?.why ?? endedByKernel(exitCode, groups);
    for (const call of [...calls.values()]) {
      // What the runner never read is not to blame for anything, and can be run elsewhere.
      if (!call.taken && end?.by !== call.number) finish(call, { stopped: null, exitCode });
      // The others were ended for what one of them did; whoever waits for them is told so by whoever asked.
      else if (!end || end.by === call.number) finish(call, { stopped, exitCode });
      else call.end();
    }
    const empty = Buffer.alloc(0);
    return {
      ...{ exitCode, signal: null, taken: true, started: true, stopped, truncated: false },
      ...{ stdout: empty, stderr: empty, answer: empty, outputBytes: 0, wallMs: 0 },
      cpuMs: groups.cpuMs(),
      maxMemoryBytes: groups.maxMemoryBytes(),
    };
  } finally {
    clearInterval(watch);
    hooks.signal.removeEventListener("abort", cancel);
  }
}

function textOf(content: string): Buffer {
  try {
    return Buffer.from(String(JSON.parse(content)));
  } catch {
    return Buffer.alloc(0);
  }
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage, StageTool } from "./stage.ts";
import type { Dispatcher } from "./start-dispatcher.ts";

export interface Load {
  readonly tool: StageTool;
  readonly waitMs: number;
  readonly perSecond: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  readonly windows: number;
  readonly signal: AbortSignal;
}

/** One part of a sustained load. */
export interface Window {
  readonly completedPerSecond: number;
  /** Of all that was asked since the warm-up, what had an answer when this window ended. */
  readonly answered: number;
}

export interface Sustained {
  readonly windows: readonly Window[];
  /** In the first window and in the last, taken at the same moments of each. */
  readonly resident: { readonly first: readonly number[]; readonly last: readonly number[] };
}

const SAMPLES_A_WINDOW = 12;
const DRAIN_MS = 120_000;

/** Asks at a steady pace, whether answers come or not, and counts what came when. */
export async function sustain(stage: Stage, dispatcher: Dispatcher, load: Load): Promise<Sustained> {
  const { perSecond, warmUpMs, windowMs, windows, signal } = load;
  const sessionId = `sustained-${randomUUID()}`;
  const began = Date.now() + warmUpMs;
  const asking = askSteadily(stage, load, sessionId, Math.round(((warmUpMs + windowMs * windows) * perSecond) / 1000));
  asking.catch(() => {});
  const first = await sampleMemory(dispatcher, began, windowMs, signal);
  const last = await sampleMemory(dispatcher, began + windowMs * (windows - 1), windowMs, signal);
  await asking;
  await untilDrained(stage, sessionId, signal);
  return { windows: await countWindows(stage, sessionId, began, load), resident: { first, last } };
}

async function askSteadily(
  stage: Stage,
  { tool, waitMs, perSecond, signal }: Load,
  sessionId: string,
  calls: number,
): Promise<void> {
  const started = performance.now();
  const asked: Promise<string>[] = [];
  for (let n = 0; n < calls; n += 1) {
    const due = started + (n * 1000) / perSecond - performance.now();
    if (due > 0) await sleep(due, undefined, { signal });
    const asking = stage.ask(tool, waitMs, sessionId);
    asking.catch(() => {});
    asked.push(asking);
  }
  await Promise.all(asked);
}

async function sampleMemory(
  dispatcher: Dispatcher,
  from: number,
  windowMs: number,
  signal: AbortSignal,
): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES_A_WINDOW; n += 1) {
    await sleep(Math.max(0, from + (n * windowMs) / SAMPLES_A_WINDOW - Date.now()), undefined, { signal });
    samples.push(dispatcher.residentBytes());
  }
  return samples;
}

/** What is left over would be work of the next measurement; what failed was no work at all. */
async function untilDrained({ database }: Stage, sessionId: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  for (;;) {
    const [calls] = await database.admin<{ open: number; failed: number; reason: string | null }[]>`
      select count(*) filter (where status = 'running')::int as open,
        count(*) filter (where status not in ('running', 'completed'))::int as failed, max(error_code) as reason
      from agents.tool_invocations where session_id = ${sessionId}`;
    if (calls && calls.failed > 0) throw new Error(`${calls.failed} calls did not complete: ${calls.reason}.`);
    if (calls?.open === 0) return;
    if (Date.now() > deadline) throw new Error(`${calls?.open} calls were not done ${DRAIN_MS / 1000} s later.`);
    await sleep(100, undefined, { signal });
  }
}

async function countWindows(
  { database }: Stage,
  sessionId: string,
  began: number,
  { windowMs, windows }: Load,
): Promise<Window[]> {
  const calls = await database.admin<{ asked: number; completed: number }[]>`
    select extract(epoch from asked_at)::float8 * 1000 as asked, extract(epoch from completed_at)::float8 * 1000 as completed
    from agents.tool_invocations where session_id = ${sessionId}`;
  return Array.from({ length: windows }, (_, n) => {
    const [from, to] = [began + n * windowMs, began + (n + 1) * windowMs];
    const within = calls.filter(({ completed }) => completed >= from && completed < to).length;
    const asked = calls.filter((call) => call.asked >= began && call.asked < to);
    const answered = asked.filter(({ completed }) => completed < to).length;
    return { completedPerSecond: (within * 1000) / windowMs, answered: answered / Math.max(1, asked.length) };
  });
}

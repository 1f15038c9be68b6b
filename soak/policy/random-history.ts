import type { Random } from "#db/testing/random.ts";
import { canonicalActionPattern, wordsFor } from "#lib/policy/action-pattern.ts";
import type { CallHistory, Window } from "#lib/policy/decision/call-history.ts";
import { INVOCATION_STATES, type InvocationState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

/** A call that an agent made some time ago. */
export interface PastCall {
  readonly agent: string;
  readonly tool: string;
  readonly status: InvocationState;
  readonly session: string | null;
  readonly task: string | null;
  /** Whole minutes or hours away from where a window ends, so that both sides see it on the same side. */
  readonly secondsAgo: number;
  readonly cost: number | null;
}

export const SESSIONS = ["s1", "s2", null] as const;
export const TASKS = ["t1", "t2", null] as const;
const AGES_SECONDS = [5, 20 * 60, 5 * 3_600, 30 * 3_600] as const;
const COSTS = [0.25, 1, 3, null, null] as const;
/** More of those that count, and of those that completed, than of any other. */
const STATES: readonly InvocationState[] = [...INVOCATION_STATES, "completed", "completed", "running", "pending"];

export function randomHistory(
  random: Random,
  agents: readonly string[],
  tools: readonly string[],
  count: number,
): PastCall[] {
  return Array.from({ length: count }, () => ({
    agent: random.pick(agents),
    tool: random.pick(tools),
    status: random.pick(STATES),
    session: random.pick(SESSIONS),
    task: random.pick(TASKS),
    secondsAgo: random.pick(AGES_SECONDS),
    cost: random.pick(COSTS),
  }));
}

interface Looking {
  readonly agent: string;
  readonly session: string | null;
  readonly task: string | null;
}

const WINDOW_SECONDS: Readonly<Record<Window, number>> = { minute: 60, hour: 3_600, day: 86_400 };

/** The past as a decision asks for it. Written from what the policy says it means, and from nothing that the database does. */
export function historyOf(
  past: readonly PastCall[],
  contracts: ReadonlyMap<string, ToolContract>,
  { agent, session, task }: Looking,
): CallHistory {
  const own = past.filter((call) => call.agent === agent);
  const counting = own.filter(({ status }) => status !== "denied" && status !== "rejected");
  const within = (call: PastCall, per: "session" | "task") =>
    per === "session" ? call.session === session : call.task === task;
  const isAbout = (call: PastCall, subject: { tool?: string | undefined; action?: string | undefined }) => {
    if (subject.tool !== undefined) return call.tool === subject.tool;
    if (subject.action === undefined) return true;
    const contract = contracts.get(call.tool);
    return contract !== undefined && wordsFor(contract).includes(canonicalActionPattern(subject.action));
  };
  return {
    made: (subject, per) => counting.filter((call) => isAbout(call, subject) && within(call, per)).length,
    completed: (tool, per) =>
      own.some((call) => call.tool === tool && call.status === "completed" && within(call, per)),
    spent: (subject, per) => {
      const calls = counting.filter((call) => call.secondsAgo < WINDOW_SECONDS[per] && isAbout(call, subject));
      const cost = calls.reduce((sum, call) => sum + (call.cost ?? contracts.get(call.tool)?.maxCost ?? 0), 0);
      return { calls: calls.length, cost };
    },
  };
}

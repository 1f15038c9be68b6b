import { coversAction, wordsFor } from "#lib/policy/action-pattern.ts";
import type { CallHistory, Span, Subject, Window } from "#lib/policy/decision/call-history.ts";
import type { CountedSubjects } from "./counted-subjects.ts";
import { openEndQueue } from "./end-queue.ts";
import type { RecordedCall, RecordedTool, RehearsedAgent, Tally } from "./recorded-call.ts";
import { inMillionths, openSpendingWindow, type Spending, type SpendingWindow } from "./spending-window.ts";
import type { Stance } from "./stance.ts";

/**
 * What has been asked so far under one of the two policies, as the constraints and budgets count it. What became of a
 * call is taken from the record, at the time it happened. Where the policy decides otherwise than was decided then:
 *
 *   denied here                          it never was: nothing counts it
 *   runs here, and never ran then        taken to have completed at once
 *   held here, and was denied then       counts as made, and never completes: nobody knows what people would say
 */
export interface Ledger {
  /** As it stood when this call was asked. Calls have to come in the order of their asking. */
  historyOf(call: RecordedCall, agent: RehearsedAgent): CallHistory;
  note(call: RecordedCall, agent: RehearsedAgent, tool: RecordedTool, stance: Stance): void;
  /** What budgets remember of a call before the first; how often tools were called before it is in the tallies. */
  noteSpent(call: RecordedCall, agent: RehearsedAgent, tool: RecordedTool, stance: Stance): void;
  noteTally(tally: Tally): void;
}

interface Count {
  made: number;
  completed: boolean;
}

interface AgentWindow {
  readonly subject: Subject;
  readonly window: SpendingWindow;
}

const PERIOD_MS: Record<Window, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const RAN: ReadonlySet<string> = new Set(["running", "completed", "failed", "unknown"]);

export function openLedger(counted: CountedSubjects): Ledger {
  const counts = new Map<string, Count>();
  const windows = new Map<string, Map<string, AgentWindow>>();
  const ends = openEndQueue();

  function windowsOf(agent: RehearsedAgent): Map<string, AgentWindow> {
    const known = windows.get(agent.id);
    if (known) return known;
    const own = new Map(
      counted.budgetsOf(agent.name).map((budget) => {
        const window = openSpendingWindow(PERIOD_MS[budget.per]);
        return [windowKey(budget, budget.per), { subject: budget, window }] as const;
      }),
    );
    windows.set(agent.id, own);
    return own;
  }

  function countAt(key: string): Count {
    const count = counts.get(key) ?? { made: 0, completed: false };
    counts.set(key, count);
    return count;
  }

  return {
    historyOf(call, agent) {
      ends.advanceTo(call.askedAt);
      const countOf = (subject: Subject, per: Span) =>
        counts.get(countKey(call.agentId, per, groupOf(call, per), subject));
      return {
        made: (subject, per) => countOf(subject, per)?.made ?? 0,
        completed: (tool, per) => countOf({ tool }, per)?.completed ?? false,
        spent(subject, per) {
          const found = windowsOf(agent).get(windowKey(subject, per));
          if (!found) throw new Error(`Nothing was added up for ${agent.name} by ${windowKey(subject, per)}.`);
          return found.window.spentAt(call.askedAt);
        },
      };
    },

    note(call, agent, tool, stance) {
      if (stance === "deny") return;
      const fate = fateOf(call, stance);
      if (counted.tools === "all" || counted.tools.has(tool.contract.name)) {
        const subjects = subjectsOf(tool.contract.name, tool.contract);
        const own = (["session", "task"] as const).flatMap((per) =>
          subjects.map((subject) => countAt(countKey(call.agentId, per, groupOf(call, per), subject))),
        );
        for (const count of own) {
          count.made += 1;
          if (fate.completedAt !== undefined) ends.add(fate.completedAt, () => (count.completed = true));
          if (fate.withdrawnAt !== undefined) ends.add(fate.withdrawnAt, () => (count.made -= 1));
        }
      }
      if (counted.budgetedAgents.has(agent.name)) spend(call, agent, tool, fate);
    },

    noteSpent(call, agent, tool, stance) {
      if (stance !== "deny") spend(call, agent, tool, fateOf(call, stance));
    },

    noteTally({ agentId, per, group, tool, made, completed, ...kind }) {
      for (const subject of subjectsOf(tool, kind)) {
        const count = countAt(countKey(agentId, per, group, subject));
        count.made += made;
        count.completed ||= completed;
      }
    },
  };

  /** By what a call is counted: its tool, and those of its words that some rule counts. */
  function subjectsOf(tool: string, kind: Parameters<typeof wordsFor>[0]): Subject[] {
    if (counted.actions.size === 0) return [{ tool }];
    const words = wordsFor(kind).filter((word) => counted.actions.has(word));
    return [{ tool }, ...words.map((action) => ({ action }))];
  }

  function spend(call: RecordedCall, agent: RehearsedAgent, { contract }: RecordedTool, fate: Fate): void {
    const spending: Spending = { at: call.askedAt, calls: 1, cost: inMillionths(contract.maxCost ?? 0) };
    const own = [...windowsOf(agent).values()].filter(({ subject }) => isAbout(subject, contract));
    for (const { window } of own) window.add(spending);
    const change = (calls: number, cost: number) => () => {
      for (const { window } of own) window.adjust(spending, calls, cost);
      spending.calls = calls;
      spending.cost = cost;
    };
    if (fate.withdrawnAt !== undefined) ends.add(fate.withdrawnAt, change(0, 0));
    else if (call.cost !== null && call.endedAt !== null) ends.add(call.endedAt, change(1, inMillionths(call.cost)));
  }
}

interface Fate {
  readonly completedAt?: number;
  /** When it ceased to count, because people or the system said no to it. */
  readonly withdrawnAt?: number;
}

function fateOf({ status, askedAt, endedAt }: RecordedCall, stance: Stance): Fate {
  if (status === "completed") return { completedAt: endedAt ?? askedAt };
  if (stance === "run" && !RAN.has(status)) return { completedAt: askedAt };
  // A call that was denied when it was asked has ended in that moment: here it was held, so that does not count.
  const wasHeld = endedAt !== null && endedAt > askedAt;
  return stance !== "run" && wasHeld && (status === "rejected" || status === "denied") ? { withdrawnAt: endedAt } : {};
}

function groupOf(call: RecordedCall, per: Span): string | null {
  return per === "session" ? call.sessionId : call.taskId;
}

/** No session is not the session of an empty name. */
function countKey(agentId: string, per: Span, group: string | null, { tool, action }: Subject): string {
  return JSON.stringify([agentId, per, group, tool ?? null, action ?? null]);
}

function windowKey({ tool, action }: Subject, per: Window): string {
  return JSON.stringify([tool ?? null, action ?? null, per]);
}

function isAbout({ tool, action }: Subject, contract: RecordedTool["contract"]): boolean {
  if (tool !== undefined) return tool === contract.name;
  return action === undefined || coversAction(action, contract);
}

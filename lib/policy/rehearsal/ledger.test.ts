import { describe, expect, test } from "vitest";
import type { Budget, PolicyRule } from "#lib/policy/document/policy-document.ts";
import { type CountedSubjects, countedSubjects } from "./counted-subjects.ts";
import { openLedger } from "./ledger.ts";
import { agentNamed, callOf, documentWith, START, toolNamed } from "./rehearsal.fixture.ts";
import { openSpendingWindow } from "./spending-window.ts";
import type { Stance } from "./stance.ts";

const scribe = agentNamed("scribe");
const read = toolNamed("read_note");

function counting(
  budgets: readonly Budget[] = [],
  tools: CountedSubjects["tools"] = "all",
  actions: readonly string[] = [],
): CountedSubjects {
  return {
    tools,
    actions: new Set(actions),
    budgetsOf: (name) => (name === "scribe" ? budgets : []),
    budgetedAgents: new Set(budgets.length > 0 ? ["scribe"] : []),
  };
}

const kindOf = ({ contract: { actionType, category } }: typeof read) => ({ actionType, category });

type Facts = Parameters<typeof callOf>[2];

/** What is counted a while after one call was noted with a stance. */
function countedAfter(facts: Facts, stance: Stance, wait = 10_000) {
  const ledger = openLedger(counting());
  const call = callOf(scribe, read, facts);
  ledger.note(call, scribe, read, stance);
  const history = ledger.historyOf(callOf(scribe, read, { askedAt: call.askedAt + wait }), scribe);
  return [history.made({ tool: "read_note" }, "session"), history.completed("read_note", "session")];
}

describe("what becomes of a call", () => {
  test.each<[string, Facts, Stance, unknown[]]>([
    ["denied here, it never was", { status: "completed" }, "deny", [0, false]],
    ["completed then", { status: "completed" }, "run", [1, true]],
    ["completed then, held here", { status: "completed" }, "hold 1", [1, true]],
    ["completed, and nobody wrote down when", { status: "completed", endedAt: null }, "run", [1, true]],
    ["failed", { status: "failed" }, "run", [1, false]],
    ["still running", { status: "running", endedAt: null }, "run", [1, false]],
    ["nobody knows", { status: "unknown" }, "run", [1, false]],
    ["runs here and never ran then", { status: "rejected" }, "run", [1, true]],
    ["denied then, runs here", { status: "denied" }, "run", [1, true]],
    ["rejected by people, held here too", { status: "rejected" }, "hold 1", [0, false]],
    ["denied after it was held", { status: "denied" }, "hold 2", [0, false]],
    ["expired, held here", { status: "expired" }, "hold 1", [1, false]],
    ["pending", { status: "pending", endedAt: null }, "hold 1", [1, false]],
    ["rejected, and nobody wrote down when", { status: "rejected", endedAt: null }, "hold 1", [1, false]],
  ])("%s", (_what, facts, stance, counted) => {
    expect(countedAfter(facts, stance)).toEqual(counted);
  });

  test("one denied in the moment it was asked counts as made where it is held: nobody knows what people would say", () => {
    expect(countedAfter({ status: "denied", askedAt: START, endedAt: START }, "hold 1")).toEqual([1, false]);
  });

  test("is known from the moment it happened, not before", () => {
    expect(countedAfter({ status: "completed" }, "run", 99)).toEqual([1, false]);
    expect(countedAfter({ status: "completed" }, "run", 100)).toEqual([1, true]);
    expect(countedAfter({ status: "rejected" }, "hold 1", 99)).toEqual([1, false]);
    expect(countedAfter({ status: "rejected" }, "hold 1", 100)).toEqual([0, false]);
  });
});

describe("counts", () => {
  test("are by agent, session or task, and tool; no session is not one of an empty name", () => {
    const ledger = openLedger(counting());
    ledger.note(callOf(scribe, read, { sessionId: "a", taskId: "t" }), scribe, read, "run");
    const made = (facts: Facts, tool = "read_note", per: "session" | "task" = "session", agent = scribe) =>
      ledger.historyOf(callOf(agent, read, facts), agent).made({ tool }, per);
    expect(made({ sessionId: "a" })).toBe(1);
    expect(made({ sessionId: "b" })).toBe(0);
    expect(made({ sessionId: null })).toBe(0);
    expect(made({ taskId: "t" }, "read_note", "task")).toBe(1);
    expect(made({ taskId: "a" }, "read_note", "task")).toBe(0);
    expect(made({ sessionId: "a" }, "write_note")).toBe(0);
    expect(made({ sessionId: "a" }, "read_note", "session", agentNamed("scout"))).toBe(0);
  });

  test("add to what came before, which may have completed", () => {
    const ledger = openLedger(counting());
    const tally = { agentId: scribe.id, per: "session" as const, group: "s", tool: "read_note", ...kindOf(read) };
    ledger.noteTally({ ...tally, made: 2, completed: true });
    ledger.noteTally({ ...tally, made: 3, completed: false });
    ledger.note(callOf(scribe, read), scribe, read, "hold 1");
    const history = ledger.historyOf(callOf(scribe, read), scribe);
    expect([history.made({ tool: "read_note" }, "session"), history.completed("read_note", "session")]).toEqual([
      6,
      true,
    ]);
  });

  test("are kept of tools that something counts, and of no others", () => {
    const ledger = openLedger(counting([], new Set(["read_note"])));
    const write = toolNamed("write_note");
    ledger.note(callOf(scribe, read), scribe, read, "run");
    ledger.note(callOf(scribe, write), scribe, write, "run");
    const history = ledger.historyOf(callOf(scribe, read), scribe);
    const madeWith = (tool: string) => history.made({ tool }, "session");
    expect([madeWith("read_note"), madeWith("write_note")]).toEqual([1, 0]);
  });

  test("are added up over the tools that do what a rule counts, with what came before and without what was withdrawn", () => {
    const ledger = openLedger(counting([], "all", ["fs", "web"]));
    const write = toolNamed("write_note", { actionType: "fs:write" });
    const fetch = toolNamed("fetch", { actionType: "web:fetch", category: "web" });
    const tally = { agentId: scribe.id, per: "session" as const, group: "s", completed: true };
    ledger.noteTally({ ...tally, tool: "gone_note", ...kindOf(write), made: 4 });
    const withdrawn = callOf(scribe, write, { status: "rejected" });
    ledger.note(callOf(scribe, read), scribe, read, "run");
    ledger.note(callOf(scribe, write, { sessionId: "another" }), scribe, write, "run");
    ledger.note(withdrawn, scribe, write, "hold 1");
    const madeAt = (askedAt: number) => {
      const history = ledger.historyOf(callOf(scribe, read, { askedAt }), scribe);
      return ["fs", "web", "fs:write"].map((action) => history.made({ action }, "session"));
    };
    expect(madeAt(withdrawn.askedAt)).toEqual([6, 0, 0]);
    expect(madeAt(withdrawn.askedAt + 1000)).toEqual([5, 0, 0]);
    ledger.note(callOf(scribe, fetch), scribe, fetch, "run");
    expect(madeAt(withdrawn.askedAt + 1000)).toEqual([5, 1, 0]);
    const history = ledger.historyOf(callOf(scribe, read), scribe);
    expect(history.made({ tool: "write_note" }, "session"), "each tool still by itself").toBe(0);
    expect(history.made({ tool: "gone_note" }, "session")).toBe(4);
    expect(history.made({ tool: "fs" }, "session"), "a tool of the same name as an action").toBe(0);
  });
});

describe("budgets", () => {
  const dear = toolNamed("pay", { maxCost: 2.5, actionType: "budget:spend", category: "web" });
  const budget = (about: Partial<Budget> = {}): Budget => ({ calls: 9, per: "minute", ...about }) as Budget;

  function spent(about: Partial<Budget>, calls: readonly [Facts, Stance][], at: number, tool = dear) {
    const ledger = openLedger(counting([budget(about)]));
    for (const [facts, stance] of calls) ledger.note(callOf(scribe, tool, facts), scribe, tool, stance);
    return ledger.historyOf(callOf(scribe, tool, { askedAt: at }), scribe).spent(budget(about), budget(about).per);
  }

  test("take the most a call may cost until the real cost is known", () => {
    const call: Facts = { askedAt: START, endedAt: START + 100, cost: 0.7 };
    expect(spent({}, [[call, "run"]], START + 50)).toEqual({ calls: 1, cost: 2.5 });
    expect(spent({}, [[call, "run"]], START + 100)).toEqual({ calls: 1, cost: 0.7 });
    expect(spent({}, [[{ ...call, cost: null }, "run"]], START + 100)).toEqual({ calls: 1, cost: 2.5 });
    expect(spent({}, [[{ ...call, endedAt: null }, "run"]], START + 100)).toEqual({ calls: 1, cost: 2.5 });
    expect(spent({}, [[{ ...call, cost: null }, "run"]], START + 50, read)).toEqual({ calls: 1, cost: 0 });
  });

  test("give back what people refused, and never had what is denied here", () => {
    const refused: Facts = { askedAt: START, endedAt: START + 100, status: "rejected", cost: 1 };
    expect(spent({}, [[refused, "hold 1"]], START + 99)).toEqual({ calls: 1, cost: 2.5 });
    expect(spent({}, [[refused, "hold 1"]], START + 100)).toEqual({ calls: 0, cost: 0 });
    expect(spent({}, [[refused, "deny"]], START + 99)).toEqual({ calls: 0, cost: 0 });
  });

  test.each([
    ["minute", 60_000],
    ["hour", 3_600_000],
    ["day", 86_400_000],
  ] as const)("of a %s forget what is older", (per, length) => {
    const call: [Facts, Stance] = [{ askedAt: START }, "run"];
    expect(spent({ per }, [call], START + length - 1).calls).toBe(1);
    expect(spent({ per }, [call], START + length).calls).toBe(0);
  });

  test("of a tool, an action or everything count what is of it", () => {
    const calls: [Facts, Stance][] = [[{ askedAt: START }, "run"]];
    const count = (about: Partial<Budget>) => spent(about, calls, START + 1).calls;
    expect(count({ tool: "pay" })).toBe(1);
    expect(count({ tool: "other" })).toBe(0);
    expect(count({ action: "budget:spend" })).toBe(1);
    expect(count({ action: "budget" })).toBe(1);
    expect(count({ action: "db" })).toBe(0);
  });

  test("that nobody keeps are a fault, not a sum of nothing", () => {
    const ledger = openLedger(counting([budget()]));
    const history = ledger.historyOf(callOf(scribe, dear), scribe);
    expect(() => history.spent({ tool: "pay" }, "minute")).toThrow(
      'Nothing was added up for scribe by ["pay",null,"minute"].',
    );
  });

  test("of an agent without any are not kept", () => {
    const ledger = openLedger(counting([budget()]));
    const scout = agentNamed("scout");
    ledger.note(callOf(scout, dear), scout, dear, "run");
    expect(() => ledger.historyOf(callOf(scout, dear), scout).spent(budget(), "minute")).toThrow(
      "Nothing was added up",
    );
  });
});

describe("a window", () => {
  test("of thousands of calls stays a sum of those inside it, and takes in nothing it has left behind", () => {
    const window = openSpendingWindow(10);
    for (let at = 0; at < 5_000; at += 1) {
      window.add({ at, calls: 1, cost: 1_000_000 });
      expect(window.spentAt(at).calls).toBe(Math.min(at + 1, 10));
    }
    window.add({ at: 4_989, calls: 1, cost: 1 });
    window.adjust({ at: 4_989, calls: 1, cost: 1 }, 5, 5);
    expect(window.spentAt(4_999)).toEqual({ calls: 10, cost: 10 });
    // Time does not go back.
    expect(window.spentAt(0)).toEqual({ calls: 10, cost: 10 });
  });
});

describe("what has to be remembered", () => {
  const documentOf = (rules: Partial<PolicyRule>[], budgets: Budget[] = []) => {
    const p = { rules: rules.map((rule) => ({ reason: "Because.", ...rule })), budgets };
    const unused = { rules: [], budgets: [{ calls: 1, per: "day" as const }] };
    return documentWith({ profiles: { p, unused }, agents: { scribe: { profiles: ["p"] }, scout: {} } });
  };

  test("are the tools that a rule or a contract counts, and those they wait for", () => {
    const counted = countedSubjects(
      [
        documentOf([
          { tool: "a", max_invocations: 1 },
          { tool: "b", only_after: ["c", "d"] },
          { tool: "e", people: 1 },
        ]),
      ],
      [
        { tool: "f", onlyAfter: ["g"] },
        { tool: "h", maxInvocations: 1 },
      ],
    );
    expect(counted.tools).toEqual(new Set(["a", "b", "c", "d", "f", "g", "h"]));
  });

  test("are all tools where a rule counts an action, and not where it only waits", () => {
    const counted = countedSubjects([documentOf([{ action: "network", max_invocations: 1 }])], []);
    expect(counted).toMatchObject({ tools: "all", actions: new Set(["web"]) });
    const waiting = documentOf([
      { action: "fs", only_after: ["a"] },
      { tool: "b", max_invocations: 1 },
    ]);
    expect(countedSubjects([waiting], [])).toMatchObject({ tools: new Set(["a", "b"]), actions: new Set() });
  });

  test("are the budgets of both policies for the agents that have them", () => {
    const counted = countedSubjects(
      [documentOf([], [{ calls: 1, per: "day" }]), documentOf([], [{ calls: 2, per: "hour" }])],
      [],
    );
    expect(counted.budgetsOf("scribe")).toMatchObject([
      { calls: 1, per: "day" },
      { calls: 2, per: "hour" },
    ]);
    expect(counted.budgetsOf("scout")).toEqual([]);
    expect(counted.budgetedAgents).toEqual(new Set(["scribe"]));
  });
});

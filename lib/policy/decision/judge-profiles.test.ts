import { describe, expect, test } from "vitest";
import { NOW, policyWithProfile } from "./call.fixture.ts";
import { type CallHistory, NO_HISTORY, type Subject } from "./call-history.ts";
import { policyOfAgent } from "./compile-policy.ts";
import { calledBy, entriesFor } from "./index-by-subject.ts";
import { judgeBudgets } from "./judge-budgets.ts";
import { judgeLists, judgeRules } from "./judge-profiles.ts";
import { reachFor, rulesInForce } from "./reach-for.ts";

const fetchTool = { name: "fetch", category: "web", actionType: "web:fetch" } as const;
const call = calledBy(fetchTool);

function rulesOf(rules: Record<string, unknown>[], history: CallHistory = NO_HISTORY) {
  const policy = policyWithProfile({ rules: rules.map((rule) => ({ reason: "Because.", ...rule })) });
  return judgeRules(rulesInForce(policy, "scout", call, NOW), "fetch", history).map(
    ({ rule, concluded, people, saw, sentence }) => [rule, concluded, people, saw, sentence],
  );
}

function listsOf(profile: Record<string, unknown>, profiles = ["careful"]) {
  const policy = policyWithProfile(profile, { profiles });
  return judgeLists(policyOfAgent(policy, "scout"), call).map(({ rule, concluded, people, saw, sentence }) => [
    ...[rule, concluded, people, saw, sentence],
  ]);
}

describe("the words of a call", () => {
  test("are its type, its family and its category, each once", () => {
    expect(call).toEqual({ tool: "fetch", words: ["web:fetch", "web"] });
    const push = calledBy({ name: "push", category: "version_control", actionType: "vcs:push" });
    expect(push.words).toEqual(["vcs:push", "vcs", "version_control"]);
  });
});

describe("a profile's rules", () => {
  test("speak once each, in their own words", () => {
    expect(rulesOf([{ action: "web", people: 2 }])).toEqual([
      ["profile.action", "hold", 2, "careful: web", "Because."],
    ]);
    expect(rulesOf([{ tool: "fetch", deny: true }])).toEqual([
      ["profile.tool", "deny", undefined, "careful: fetch", "Because."],
    ]);
    expect(rulesOf([{ tool: "fetch", hosts: ["a.example.com:443"] }])).toEqual([]);
  });

  test("an operator's other words for actions are understood", () => {
    expect(rulesOf([{ action: "network", deny: true }])).toHaveLength(1);
  });

  test("say how often and after what", () => {
    const history = { ...NO_HISTORY, made: () => 1, completed: (tool: string) => tool === "login" };
    expect(rulesOf([{ tool: "fetch", max_invocations: 1 }], history)).toEqual([
      ["profile.max_invocations", "deny", undefined, "careful: 1 of 1", "fetch may run once a session."],
    ]);
    expect(rulesOf([{ tool: "fetch", max_invocations: 0, per: "task" }])).toEqual([
      ["profile.max_invocations", "deny", undefined, "careful: 0 of 0", "fetch may run 0 times a task."],
    ]);
    expect(rulesOf([{ tool: "fetch", max_invocations: 2 }], history)).toEqual([]);
    expect(rulesOf([{ tool: "fetch", only_after: ["login", "look", "pick"] }], history)).toEqual([
      ["profile.only_after", "deny", undefined, "careful: look, pick", "fetch runs only after look, pick completed."],
    ]);
    expect(rulesOf([{ tool: "fetch", only_after: ["login"] }], history)).toEqual([]);
  });

  test("count all that an action means together, and say so", () => {
    const history = {
      ...NO_HISTORY,
      made: ({ tool, action }: Subject) => (tool === undefined && action === "web" ? 2 : 0),
    };
    expect(rulesOf([{ action: "web", max_invocations: 2 }], history)).toEqual([
      ["profile.max_invocations", "deny", undefined, "careful: 2 of 2", "All web together may run 2 times a session."],
    ]);
    expect(rulesOf([{ tool: "fetch", max_invocations: 2 }], history)).toEqual([]);
  });

  test("everything that one rule says is said", () => {
    const rules = rulesOf([{ tool: "fetch", people: 1, max_invocations: 0, only_after: ["login"] }]);
    expect(rules.map(([rule]) => rule)).toEqual(["profile.tool", "profile.max_invocations", "profile.only_after"]);
  });

  test("an end that cannot be read is no end", () => {
    const policy = policyWithProfile({ rules: [{ tool: "fetch", reason: "Because.", deny: true }] });
    const [found] = rulesInForce(policy, "scout", call, NOW);
    expect(found).toMatchObject({ profile: "careful", place: 1, endsAt: Number.POSITIVE_INFINITY });
    const profile = policyOfAgent(policy, "scout").profiles[0];
    const broken = { ...found, endsAt: Number.NaN };
    const agents = new Map([
      [
        "scout",
        {
          ...policyOfAgent(policy, "scout"),
          profiles: [
            { ...profile, rules: { tool: new Map([["fetch", [broken]]]), action: new Map(), everything: [] } },
          ],
        },
      ],
    ]);
    expect(rulesInForce({ ...policy, agents } as typeof policy, "scout", call, NOW)).toHaveLength(1);
  });

  test("the parts about reach are given out apart, one a rule that has any", () => {
    const parts = {
      hosts: ["a.example.com:443"],
      read: ["/data/**"],
      write: [],
      limits: { wallSeconds: 5 },
      backends: ["docker"],
    };
    const policy = policyWithProfile({
      rules: [
        { tool: "fetch", reason: "A.", people: 1, ...parts },
        { action: "web:fetch", reason: "B.", deny: true },
        { action: "web", reason: "C.", backends: ["gvisor"] },
        { action: "db", reason: "D.", backends: ["e2b"] },
        { tool: "other", reason: "E.", hosts: [], until: "2001-01-01T00:00:00Z" },
      ],
    });
    expect(reachFor(policy, "scout", fetchTool, NOW)).toEqual([parts, { backends: ["gvisor"] }]);
    expect(reachFor(policy, "stranger", fetchTool, NOW)).toEqual([]);
  });
});

describe("a profile's lists", () => {
  test("name what takes a person", () => {
    expect(listsOf({ human_approval: ["network", "web:fetch", "db"] })).toEqual(
      ["web:fetch", "web"].map((word) => [
        ...["profile.human_approval", "hold", 1, `careful: ${word}`],
        `Agents with profile careful need a person for ${word}.`,
      ]),
    );
    expect(listsOf({ human_approval: ["db"] })).toEqual([]);
  });

  test("or everything but what is named", () => {
    const otherwise = [
      ...["profile.otherwise", "hold", 1, "careful: web:fetch"],
      "Agents with profile careful need a person for what is not on its list.",
    ];
    expect(listsOf({ auto_approve: [] })).toEqual([otherwise]);
    expect(listsOf({ auto_approve: ["db"] })).toEqual([otherwise]);
    expect(listsOf({ auto_approve: ["db", "network"] })).toEqual([]);
    expect(listsOf({})).toEqual([]);
  });

  test("a profile that is not there denies, one that is named twice speaks once", () => {
    expect(listsOf({}, ["gone"])).toEqual([
      ["profile.unknown", "deny", undefined, "gone", "The policy has no profile gone."],
    ]);
    expect(listsOf({ auto_approve: [] }, ["careful", "careful"])).toHaveLength(1);
  });
});

describe("budgets", () => {
  function budgetsOf(budgets: Record<string, unknown>[], maxCost: number, history: Partial<CallHistory> = {}) {
    const policy = policyWithProfile({ budgets });
    const entries = policyOfAgent(policy, "scout").profiles.flatMap((profile) => entriesFor(profile.budgets, call));
    return judgeBudgets(entries, maxCost, { ...NO_HISTORY, ...history }).map(({ rule, concluded, saw, sentence }) => [
      rule,
      concluded,
      saw,
      sentence,
    ]);
  }
  const spent = (calls: number, cost: number) => ({ spent: () => ({ calls, cost }) });

  test("deny the call after the last, with what was spent on what", () => {
    expect(budgetsOf([{ tool: "fetch", calls: 3, per: "minute" }], 0, spent(2, 0))).toEqual([]);
    expect(budgetsOf([{ tool: "fetch", calls: 3, per: "minute" }], 0, spent(3, 0))).toEqual([
      [
        ...["budget.calls", "deny", "careful: fetch, 3 of 3"],
        "The agent may make 3 such calls a minute. Wait before you ask again.",
      ],
    ]);
  });

  test("deny what could cost more than is left, and not what could cost just that", () => {
    const two = [{ action: "web", cost: 2, per: "hour" }];
    expect(budgetsOf(two, 0.5, spent(9, 1.5))).toEqual([]);
    expect(budgetsOf(two, 1, spent(9, 1.5))).toEqual([
      [
        ...["budget.cost", "deny", "careful: web, 1.5 and 1 of 2"],
        "The agent may spend 2 an hour on such calls. Wait before you ask again.",
      ],
    ]);
  });

  test("each asks for the calls that it is about, in its own window", () => {
    const asked: unknown[] = [];
    const history: Partial<CallHistory> = {
      spent: (subject, per) => {
        asked.push([subject, per]);
        return { calls: 0, cost: 0 };
      },
    };
    const budgets = [
      { tool: "fetch", calls: 1, per: "minute" },
      { action: "web", cost: 1, per: "hour" },
      { calls: 1, cost: 1, per: "day" },
      { tool: "other", calls: 1, per: "day" },
    ];
    expect(budgetsOf(budgets, 0, history)).toEqual([]);
    expect(asked).toEqual([
      [{ tool: "fetch", action: undefined }, "minute"],
      [{ tool: undefined, action: "web" }, "hour"],
      [{ tool: undefined, action: undefined }, "day"],
    ]);
    expect(budgetsOf([{ calls: 1, cost: 1, per: "day" }], 0, spent(1, 2)).map(([rule, , saw]) => [rule, saw])).toEqual([
      ["budget.calls", "careful: everything, 1 of 1"],
      ["budget.cost", "careful: everything, 2 and 0 of 1"],
    ]);
  });
});

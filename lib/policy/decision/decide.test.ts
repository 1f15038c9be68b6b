import { describe, expect, test } from "vitest";
import { decisionTraceSchema, type TraceLine } from "../decision-trace.ts";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "../vocabulary.ts";
import { callWith, FREE_CALL, NOW, policyWithProfile } from "./call.fixture.ts";
import { type CallHistory, NO_HISTORY } from "./call-history.ts";
import { type DecisionRequest, decide } from "./decide.ts";

function verdictWith(change: Partial<DecisionRequest>, contract: Partial<DecisionRequest["contract"]> = {}) {
  const trace = decide(callWith(change, contract));
  decisionTraceSchema.parse(trace);
  return trace.verdict;
}
const run = { kind: "run" };
const hold = (people: number) => ({ kind: "hold", people });
const deny = (code: string) => ({ kind: "deny", code });

describe("the classes as shipped", () => {
  test("a read is free", () => {
    expect(verdictWith({})).toEqual(run);
  });
  test("a write takes one person, money one, privileges two", () => {
    expect(verdictWith({}, { safetyClass: "write" })).toEqual(hold(1));
    expect(verdictWith({}, { safetyClass: "financial" })).toEqual(hold(1));
    expect(verdictWith({}, { safetyClass: "privileged" })).toEqual(hold(2));
  });
  test("egress class write takes a person whatever else is declared", () => {
    for (const safetyClass of SAFETY_CLASSES) {
      expect(verdictWith({}, { safetyClass, egressClass: "write" })).not.toEqual(run);
    }
  });
  test("a network tool is free on its list, held when open, refused when it does not say", () => {
    const network = { safetyClass: "network", egressClass: "read_only" } as const;
    const listed = { network: { mode: "allowlist" as const, hosts: ["a:1"] } };
    expect(verdictWith({}, { ...network, policy: listed })).toEqual(run);
    expect(verdictWith({}, { ...network, policy: { network: { mode: "open" } } })).toEqual(hold(1));
    expect(verdictWith({}, { ...network, policy: {} })).toEqual(deny("access_refused"));
  });
  test("a tool that the agent's entry allows by name is held below the level that holds it, too", () => {
    const policy = policyWithProfile({}, { allow: ["ledger"] });
    const at = (all: "restricted" | "sandboxed") =>
      verdictWith(
        { policy, agent: { ...FREE_CALL.agent, trust: { all } } },
        { name: "ledger", category: "database", actionType: "db:mutate" },
      );
    expect([at("restricted"), at("sandboxed")]).toEqual([hold(1), hold(1)]);
  });
  test("the registry's flag holds", () => {
    expect(verdictWith({ requiresApproval: true })).toEqual(hold(1));
  });
  test("every combination of the two classes has the verdict of the stricter one", () => {
    const table = Object.fromEntries(
      SAFETY_CLASSES.map((safetyClass) => [
        safetyClass,
        EGRESS_CLASSES.map((egressClass) => verdictWith({}, { safetyClass, egressClass })),
      ]),
    );
    // In the order of the egress classes: none, read_only, write.
    expect(table).toEqual({
      read: [run, run, hold(1)],
      write: [hold(1), hold(1), hold(1)],
      network: [run, run, hold(1)],
      financial: [hold(1), hold(1), hold(1)],
      privileged: [hold(2), hold(2), hold(2)],
    });
  });
});

describe("what else has a say", () => {
  test.each(["review", "rejected", "quarantined", "retired"] as const)(
    "a version in state %s does not run",
    (versionState) => {
      expect(verdictWith({ versionState })).toEqual(deny("tool_not_runnable"));
    },
  );
  test.each(["drifted", "quarantined", "retired"] as const)("a tool in state %s does not run", (toolState) => {
    expect(verdictWith({ toolState })).toEqual(deny("tool_not_runnable"));
  });
  test("a frozen agent asks in vain, and that is the reason given whatever else denies", () => {
    const agent = { ...FREE_CALL.agent, frozen: true };
    expect(verdictWith({ agent, versionState: "quarantined" })).toEqual(deny("agent_frozen"));
  });
  test("what does not run, and who is frozen, is said in words", () => {
    const agent = { ...FREE_CALL.agent, frozen: true };
    const { lines } = decide(callWith({ agent, toolState: "drifted", versionState: "review" }));
    expect(lines.slice(0, 2)).toEqual([
      {
        ...{ rule: "contract.version", stage: "decide", concluded: "deny", saw: "tool drifted, version review" },
        sentence: "read_file has no version that may run.",
      },
      { rule: "agent.frozen", stage: "decide", concluded: "deny", saw: "frozen", sentence: "The agent is frozen." },
    ]);
  });
  test("what the check stage found counts, once", () => {
    const denied: TraceLine = {
      rule: "gate.path",
      stage: "check",
      concluded: "deny",
      saw: "/path",
      sentence: "Outside.",
    };
    expect(verdictWith({ checks: [denied] })).toEqual(deny("path_refused"));
    const first = decide(FREE_CALL);
    expect(decide({ ...FREE_CALL, checks: first.lines }).lines).toEqual(first.lines);
  });
  test("the trace says by which policy", () => {
    expect(decide({ ...FREE_CALL, policyVersion: 7 })).toMatchObject({ version: 1, policyVersion: 7, tier: "low" });
  });
});

describe("profiles", () => {
  const withRules = (...rules: Record<string, unknown>[]) =>
    policyWithProfile({ rules: rules.map((rule) => ({ reason: "Because.", ...rule })) });

  test("hold and deny, by tool, action type, family and category", () => {
    expect(verdictWith({ policy: withRules({ tool: "read_file", people: 2 }) })).toEqual(hold(2));
    expect(verdictWith({ policy: withRules({ action: "fs:read", people: 1 }) })).toEqual(hold(1));
    expect(verdictWith({ policy: withRules({ action: "fs", people: 1 }) })).toEqual(hold(1));
    expect(verdictWith({ policy: withRules({ action: "file_system", deny: true }) })).toEqual(deny("access_refused"));
    expect(verdictWith({ policy: withRules({ tool: "other", deny: true }, { action: "db", deny: true }) })).toEqual(
      run,
    );
  });

  test("have nothing to say to an agent that does not have them", () => {
    const policy = withRules({ tool: "read_file", deny: true });
    expect(verdictWith({ policy, agent: { ...FREE_CALL.agent, name: "other" } })).toEqual(run);
  });

  test("two rules that differ only in people count as the larger", () => {
    const rule = { tool: "read_file" };
    expect(verdictWith({ policy: withRules({ ...rule, people: 2 }, { ...rule, people: 1 }) })).toEqual(hold(2));
    expect(verdictWith({ policy: withRules({ ...rule, people: 1 }, { ...rule, people: 2 }) })).toEqual(hold(2));
  });

  test("a rule says nothing from its end on", () => {
    const policy = withRules({ tool: "read_file", deny: true, until: "2030-06-01T12:00:00Z" });
    expect(verdictWith({ policy, now: NOW - 1 })).toEqual(deny("access_refused"));
    expect(verdictWith({ policy, now: NOW })).toEqual(run);
    expect(verdictWith({ policy, now: NOW + 1 })).toEqual(run);
  });

  test("say which rule spoke, and why; a reason too long for a line is never cut inside of a character", () => {
    const reason = `${"r".repeat(399)}\u{1f600} and more`.slice(0, 400);
    const { lines } = decide(callWith({ policy: withRules({ tool: "read_file", deny: true, reason }) }));
    expect(lines.find(({ rule }) => rule === "profile.tool")).toEqual({
      ...{ rule: "profile.tool", stage: "decide", concluded: "deny" },
      ...{ saw: "careful: read_file", sentence: reason },
    });
  });

  test("a profile that the document lacks denies everything", () => {
    const policy = policyWithProfile({}, { profiles: ["careful", "gone"] });
    expect(verdictWith({ policy })).toEqual(deny("access_refused"));
  });

  test("what is on the list for people takes one", () => {
    expect(verdictWith({ policy: policyWithProfile({ human_approval: ["fs"] }) })).toEqual(hold(1));
    expect(verdictWith({ policy: policyWithProfile({ human_approval: ["db", "git"] }) })).toEqual(run);
  });

  test("where a list of what is free stands, anything else takes a person, and the list frees nothing", () => {
    expect(verdictWith({ policy: policyWithProfile({ auto_approve: [] }) })).toEqual(hold(1));
    expect(verdictWith({ policy: policyWithProfile({ auto_approve: ["web"] }) })).toEqual(hold(1));
    const free = policyWithProfile({ auto_approve: ["fs"] });
    expect(verdictWith({ policy: free })).toEqual(run);
    expect(verdictWith({ policy: free }, { safetyClass: "privileged" })).toEqual(hold(2));
  });
});

describe("what is counted", () => {
  const made = (count: number, counted: "session" | "task", of = "read_file"): CallHistory => ({
    ...NO_HISTORY,
    made: ({ tool, action }, per) => ((tool ?? action) === of && per === counted ? count : 0),
  });
  const completed = (name: string, counted: "session" | "task"): CallHistory => ({
    ...NO_HISTORY,
    completed: (tool, per) => tool === name && per === counted,
  });

  test("a contract's constraints deny with a reason that a model can act on", () => {
    expect(verdictWith({}, { constraints: { forbidden: true } })).toEqual(deny("constraint_refused"));
    const twice = { constraints: { maxInvocations: 2 } };
    expect(verdictWith({ history: made(1, "session") }, twice)).toEqual(run);
    expect(verdictWith({ history: made(2, "session") }, twice)).toEqual(deny("constraint_refused"));
    expect(verdictWith({ history: made(2, "task") }, twice)).toEqual(run);
    const inTask = { constraints: { maxInvocations: 2, per: "task" } } as const;
    expect(verdictWith({ history: made(2, "task") }, inTask)).toEqual(deny("constraint_refused"));
    expect(verdictWith({ history: made(2, "session") }, inTask)).toEqual(run);
    const after = { constraints: { onlyAfter: ["fetch"] } };
    expect(verdictWith({}, after)).toEqual(deny("constraint_refused"));
    expect(verdictWith({ history: completed("fetch", "session") }, after)).toEqual(run);
    expect(verdictWith({ history: completed("fetch", "task") }, after)).toEqual(deny("constraint_refused"));
  });

  test("a contract's reasons say what was seen", () => {
    const words = (change: Partial<DecisionRequest>, constraints: Record<string, unknown>) =>
      decide(callWith(change, { constraints }))
        .lines.filter(({ rule }) => rule.startsWith("constraint."))
        .map(({ rule, saw, sentence }) => [rule, saw, sentence]);
    expect(words({}, { forbidden: true })).toEqual([
      ["constraint.forbidden", "read_file", "read_file is never called by an agent."],
    ]);
    expect(words({}, { forbidden: false, onlyAfter: [] })).toEqual([]);
    expect(words({ history: made(3, "session") }, { maxInvocations: 3 })).toEqual([
      ["constraint.max_invocations", "3 of 3", "read_file may run 3 times a session."],
    ]);
    expect(words({}, { onlyAfter: ["a", "b"] })).toEqual([
      ["constraint.only_after", "a, b", "read_file runs only after a, b completed."],
    ]);
  });

  test("a profile's rule counts in a session, or in a task where it says so", () => {
    const twice = (per?: string) =>
      policyWithProfile({ rules: [{ action: "fs", reason: "Enough.", max_invocations: 2, ...(per && { per }) }] });
    expect(verdictWith({ policy: twice(), history: made(2, "session", "fs") })).toEqual(deny("constraint_refused"));
    expect(verdictWith({ policy: twice(), history: made(1, "session", "fs") })).toEqual(run);
    expect(verdictWith({ policy: twice("task"), history: made(2, "session", "fs") })).toEqual(run);
    expect(verdictWith({ policy: twice("task"), history: made(2, "task", "fs") })).toEqual(deny("constraint_refused"));
    const after = policyWithProfile({ rules: [{ tool: "read_file", reason: "First.", only_after: ["a", "b"] }] });
    expect(verdictWith({ policy: after, history: completed("a", "session") })).toEqual(deny("constraint_refused"));
  });
});

describe("permissions and budgets", () => {
  const restricted = { ...FREE_CALL.agent, declared: "restricted" } as const;
  const terminal = { category: "terminal", actionType: "exec:command" } as const;

  test("denied by name beats allowed by name beats the level's categories beats nothing", () => {
    const policy = (entry: Record<string, unknown>) => policyWithProfile({}, entry);
    expect(verdictWith({ agent: restricted }, terminal)).toEqual(deny("access_refused"));
    expect(verdictWith({ agent: restricted, policy: policy({ allow: ["read_file"] }) }, terminal)).toEqual(run);
    expect(verdictWith({ agent: restricted, policy: policy({ allow: ["other"] }) }, terminal).kind).toBe("deny");
    const both = policy({ allow: ["read_file"], deny: ["read_file"] });
    expect(verdictWith({ agent: restricted, policy: both }, terminal)).toEqual(deny("access_refused"));
    expect(verdictWith({ policy: policy({ deny: ["read_file"] }) })).toEqual(deny("access_refused"));
    expect(verdictWith({ policy: policy({ deny: ["other"] }) })).toEqual(run);
  });

  test("the trace says which list has the tool", () => {
    const lines = (entry: Record<string, unknown>) =>
      decide(callWith({ policy: policyWithProfile({}, entry) }))
        .lines.filter(({ rule }) => rule.startsWith("permission."))
        .map(({ rule, concluded, saw, sentence }) => [rule, concluded, saw, sentence]);
    expect(lines({ deny: ["read_file"] })).toEqual([
      [...["permission.denied", "deny", "read_file"], "read_file is on the list of what this agent may not use."],
    ]);
    expect(lines({ allow: ["read_file"] })).toEqual([
      [
        ...["permission.allowed", "pass", "read_file"],
        "read_file is on the list of what this agent may use, whatever categories its level has.",
      ],
    ]);
    expect(lines({})).toEqual([]);
  });

  test("a budget denies with its own code, by what the call may cost at the most", () => {
    const policy = policyWithProfile({ budgets: [{ action: "fs", cost: 2, per: "day" }] });
    const history = { ...NO_HISTORY, spent: () => ({ calls: 1, cost: 1.5 }) };
    expect(verdictWith({ policy, history }, { maxCost: 1 })).toEqual(deny("budget_refused"));
    expect(verdictWith({ policy, history }, { maxCost: 0.5 })).toEqual(run);
    expect(verdictWith({ policy, history })).toEqual(run);
  });

  test("the level is that of trust in the tool's category", () => {
    const agent = { ...FREE_CALL.agent, trust: { terminal: "sandboxed" } } as const;
    expect(verdictWith({ agent }, terminal)).toEqual(deny("access_refused"));
    expect(verdictWith({ agent })).toEqual(run);
  });

  test("signals raise the tier, and the highest takes two", () => {
    const signals = { ...FREE_CALL.signals, alarm: true };
    expect(verdictWith({ signals }, { safetyClass: "financial" })).toEqual(hold(2));
    expect(decide(callWith({ signals })).tier).toBe("medium");
  });
});

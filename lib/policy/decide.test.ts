import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "./access-level.ts";
import { type DecisionRequest, decide, strictest } from "./decide.ts";
import { decisionTraceSchema, type TraceLine } from "./decision-trace.ts";
import { tierOf } from "./tier.ts";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "./vocabulary.ts";

const free: DecisionRequest = {
  policyVersion: 1,
  contract: {
    name: "read_file",
    safetyClass: "read",
    egressClass: "none",
    category: "file_system",
    actionType: "fs:read",
    policy: { risk: "low", network: { mode: "none" } },
  },
  toolState: "active",
  versionState: "approved",
  requiresApproval: false,
  agent: { frozen: false, level: "standard", grant: ACCESS_GRANTS.standard, overrides: [] },
  signals: { alarm: false, drifted: false, firstSeenTarget: false },
  history: { calls: {}, completed: new Set() },
};

function verdictWith(change: Partial<DecisionRequest>, contract: Partial<DecisionRequest["contract"]> = {}) {
  const trace = decide({ ...free, ...change, contract: { ...free.contract, ...contract } });
  decisionTraceSchema.parse(trace);
  return trace.verdict;
}
const hold = (people: number) => ({ kind: "hold", people });
const deny = (code: string) => ({ kind: "deny", code });

describe("the classes' defaults", () => {
  test("a read is free", () => {
    expect(verdictWith({})).toEqual({ kind: "run" });
  });
  test("a write takes one person, money one, privileges two", () => {
    expect(verdictWith({}, { safetyClass: "write" })).toEqual(hold(1));
    expect(verdictWith({}, { safetyClass: "financial" })).toEqual(hold(1));
    expect(verdictWith({}, { safetyClass: "privileged" })).toEqual(hold(2));
  });
  test("egress class write takes a person whatever else is declared", () => {
    for (const safetyClass of SAFETY_CLASSES) {
      expect(verdictWith({ requiresApproval: false }, { safetyClass, egressClass: "write" })).not.toEqual({
        kind: "run",
      });
    }
  });
  test("a network tool is free on its list, held when open, refused when it does not say", () => {
    const network = {
      safetyClass: "network",
      egressClass: "read_only",
      category: "web",
      actionType: "web:fetch",
    } as const;
    expect(verdictWith({}, { ...network, policy: { network: { mode: "allowlist", hosts: ["a:1"] } } })).toEqual({
      kind: "run",
    });
    expect(verdictWith({}, { ...network, policy: { network: { mode: "open" } } })).toEqual(hold(1));
    expect(verdictWith({}, { ...network, policy: {} })).toEqual(deny("access_refused"));
  });
  test("the registry's flag holds", () => {
    expect(verdictWith({ requiresApproval: true })).toEqual(hold(1));
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
    const agent = { ...free.agent, frozen: true };
    expect(verdictWith({ agent, versionState: "quarantined" })).toEqual(deny("agent_frozen"));
  });
  test("a profile can hold and deny, by tool, category and action", () => {
    const withOverride = (
      subjectKind: "tool" | "category" | "action_type",
      subject: string,
      effect: "hold" | "deny",
      people: number,
    ) =>
      verdictWith({
        agent: { ...free.agent, overrides: [{ subjectKind, subject, effect, people, reason: "Because." }] },
      });
    expect(withOverride("tool", "read_file", "hold", 2)).toEqual(hold(2));
    expect(withOverride("category", "file_system", "deny", 0)).toEqual(deny("access_refused"));
    expect(withOverride("action_type", "fs", "hold", 1)).toEqual(hold(1));
    expect(withOverride("action_type", "db", "deny", 0)).toEqual({ kind: "run" });
  });
  test("a reason too long for a line is never cut inside of a character, which no table would take", () => {
    const reason = `${"r".repeat(399)}\u{1f600} and more`;
    const overrides = [{ subjectKind: "tool", subject: "read_file", effect: "deny", people: 0, reason }] as const;
    const { lines } = decide({ ...free, agent: { ...free.agent, overrides } });
    expect(lines.find(({ rule }) => rule === "profile.tool")?.sentence).toBe("r".repeat(399));
  });
  test("constraints deny with a reason a model can act on", () => {
    expect(verdictWith({}, { constraints: { forbidden: true } })).toEqual(deny("constraint_refused"));
    const counted = { constraints: { maxInvocations: 2 } };
    expect(verdictWith({ history: { calls: { read_file: 1 }, completed: new Set() } }, counted)).toEqual({
      kind: "run",
    });
    expect(verdictWith({ history: { calls: { read_file: 2 }, completed: new Set() } }, counted)).toEqual(
      deny("constraint_refused"),
    );
    const after = { constraints: { onlyAfter: ["fetch"] } };
    expect(verdictWith({}, after)).toEqual(deny("constraint_refused"));
    expect(verdictWith({ history: { calls: {}, completed: new Set(["fetch"]) } }, after)).toEqual({ kind: "run" });
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
    const first = decide(free);
    expect(decide({ ...free, checks: first.lines }).lines).toEqual(first.lines);
  });
  test("no line at all is a denial", () => {
    expect(strictest([])).toEqual(deny("access_refused"));
  });
});

describe("the lattice", () => {
  const line: fc.Arbitrary<TraceLine> = fc.record({
    rule: fc.constantFrom(
      "gate.path",
      "gate.host",
      "egress.write",
      "agent.frozen",
      "level.category",
      "constraint.forbidden",
      "kill.all",
    ),
    stage: fc.constantFrom("check" as const, "decide" as const),
    concluded: fc.constantFrom("pass" as const, "run" as const, "hold" as const, "deny" as const),
    people: fc.constantFrom(1, 2),
    saw: fc.constant("x"),
    sentence: fc.constant("X."),
  });
  const lines = fc.array(line, { minLength: 1, maxLength: 8 });
  const rank = (lines: TraceLine[]): number => {
    const verdict = strictest(lines);
    return verdict.kind === "deny" ? 3 : verdict.kind === "hold" ? verdict.people : 0;
  };

  test("the order of lines never matters", () => {
    fc.assert(
      fc.property(lines, fc.func(fc.integer()), (all, salt) => {
        const shuffled = [...all].sort((left, right) => salt(left, right));
        expect(strictest(shuffled)).toEqual(strictest(all));
        expect(strictest(all.toReversed())).toEqual(strictest(all));
      }),
    );
  });

  test("one more line never widens", () => {
    fc.assert(
      fc.property(lines, line, (all, more) => {
        expect(rank([...all, more])).toBeGreaterThanOrEqual(rank(all));
      }),
    );
  });

  test("two overrides that differ only in people count as the larger", () => {
    const override = { subjectKind: "tool", subject: "read_file", effect: "hold", reason: "Because." } as const;
    const overrides = [
      { ...override, people: 2 },
      { ...override, people: 1 },
    ];
    expect(verdictWith({ agent: { ...free.agent, overrides } })).toEqual(hold(2));
  });

  test("the order of a profile's overrides never matters", () => {
    const override = fc.record({
      subjectKind: fc.constantFrom("tool" as const, "category" as const),
      subject: fc.constantFrom("read_file", "file_system"),
      effect: fc.constantFrom("hold" as const, "deny" as const),
      people: fc.constantFrom(1, 2),
      reason: fc.constant("Because."),
    });
    fc.assert(
      fc.property(fc.array(override), (overrides) => {
        const one = verdictWith({ agent: { ...free.agent, overrides } });
        expect(verdictWith({ agent: { ...free.agent, overrides: overrides.toReversed() } })).toEqual(one);
      }),
    );
  });
});

describe("tiers", () => {
  const calm = { alarm: false, drifted: false, firstSeenTarget: false };
  test("are the larger of declared risk and class", () => {
    expect(SAFETY_CLASSES.map((safety) => tierOf("low", safety, calm))).toEqual([
      "low",
      "medium",
      "medium",
      "high",
      "dual",
    ]);
    expect(tierOf("high", "read", calm)).toBe("high");
    expect(tierOf(undefined, "read", calm)).toBe("low");
  });
  test("rise by one for any signal, once, and no further than dual", () => {
    for (const signal of ["alarm", "drifted", "firstSeenTarget"] as const) {
      expect(tierOf("low", "read", { ...calm, [signal]: true })).toBe("medium");
    }
    expect(tierOf("low", "read", { alarm: true, drifted: true, firstSeenTarget: true })).toBe("medium");
    expect(tierOf("high", "privileged", { ...calm, alarm: true })).toBe("dual");
  });
  test("every combination of classes has a verdict and a tier", () => {
    for (const safetyClass of SAFETY_CLASSES) {
      for (const egressClass of EGRESS_CLASSES) expect(verdictWith({}, { safetyClass, egressClass })).toBeDefined();
    }
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TraceLine } from "../decision-trace.ts";
import { strictest } from "./strictest.ts";

const line: fc.Arbitrary<TraceLine> = fc.record({
  rule: fc.constantFrom(
    ...["gate.path", "gate.host", "egress.write", "agent.frozen", "level.category", "constraint.forbidden", "kill.all"],
  ),
  stage: fc.constantFrom("check" as const, "decide" as const),
  concluded: fc.constantFrom("pass" as const, "run" as const, "hold" as const, "deny" as const),
  people: fc.constantFrom(1, 2),
  saw: fc.constant("x"),
  sentence: fc.constant("X."),
});
const lines = fc.array(line, { minLength: 1, maxLength: 8 });

function rank(all: TraceLine[]): number {
  const verdict = strictest(all);
  return verdict.kind === "deny" ? 3 : verdict.kind === "hold" ? verdict.people : 0;
}

function says(rule: string, concluded: TraceLine["concluded"], people?: number): TraceLine {
  const said = { rule, stage: "decide", concluded, saw: "x", sentence: "X." } as const;
  return people === undefined ? said : { ...said, people };
}

describe("the strictest of the lines", () => {
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

  test("deny beats hold beats run, and the larger quorum wins", () => {
    const run = says("safety.read", "run");
    const one = says("a.b", "hold", 1);
    const two = says("a.b", "hold", 2);
    expect(strictest([run])).toEqual({ kind: "run" });
    expect(strictest([says("a.b", "pass")])).toEqual({ kind: "run" });
    expect(strictest([run, one])).toEqual({ kind: "hold", people: 1 });
    expect(strictest([one, two, one])).toEqual({ kind: "hold", people: 2 });
    expect(strictest([two, says("a.b", "deny")])).toEqual({ kind: "deny", code: "access_refused" });
  });

  test("people count only where a line holds; a line that holds without a number takes one", () => {
    expect(strictest([says("a.b", "run", 2), says("a.b", "pass", 2)])).toEqual({ kind: "run" });
    expect(strictest([says("a.b", "hold")])).toEqual({ kind: "hold", people: 1 });
  });

  test("no line at all is a denial", () => {
    expect(strictest([])).toEqual({ kind: "deny", code: "access_refused" });
  });

  test("a denial is reported by the widest of its reasons", () => {
    const denied = (...rules: string[]) => strictest(rules.map((rule) => says(rule, "deny")));
    const order = [
      ["kill.all", "stopped"],
      ["agent.frozen", "agent_frozen"],
      ["contract.version", "tool_not_runnable"],
      ["contract.input", "invalid_input"],
      ["gate.path", "path_refused"],
      ["gate.host", "host_refused"],
      ["hook.fraud", "hook_refused"],
      ["rule.deny", "rule_refused"],
      ["constraint.forbidden", "constraint_refused"],
      ["profile.max_invocations", "constraint_refused"],
      ["profile.only_after", "constraint_refused"],
      ["budget.calls", "budget_refused"],
      ["cap.open", "refused_by_cap"],
      ["permission.denied", "access_refused"],
    ] as const;
    for (const [index, [rule, code]] of order.entries()) {
      expect(denied(rule)).toEqual({ kind: "deny", code });
      expect(denied(...order.slice(index).map(([later]) => later))).toEqual({ kind: "deny", code });
    }
  });
});

import { describe, expect, test } from "vitest";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { openGathering } from "./gather-changes.ts";
import { agentNamed, callOf, toolNamed } from "./rehearsal.fixture.ts";
import type { ReplayedCall } from "./replay-calls.ts";
import { type Stance, stanceOf } from "./stance.ts";

const scribe = agentNamed("scribe");
const read = toolNamed("read_note");

const line = (rule: string, change: Partial<TraceLine> = {}): TraceLine => ({
  rule,
  stage: "decide",
  concluded: "hold",
  saw: "seen",
  sentence: "Said.",
  ...change,
});

interface Sides {
  readonly from?: Stance;
  readonly to?: Stance;
  readonly gone?: TraceLine[];
  readonly fresh?: TraceLine[];
}

function replayed(
  { from = "run", to = "deny", gone = [], fresh = [] }: Sides,
  more: Partial<ReplayedCall> = {},
): ReplayedCall {
  const { agent = scribe, tool = read } = more;
  return {
    call: callOf(agent, tool, { recorded: from }),
    agent,
    tool,
    before: { stance: from, lines: gone },
    after: { stance: to, lines: fresh },
    ...more,
  };
}

function gathered(...calls: ReplayedCall[]) {
  const gathering = openGathering();
  for (const call of calls) gathering.add(call);
  return gathering.result();
}

describe("the sums", () => {
  test("of nothing are nothing", () => {
    expect(gathered()).toEqual({
      ...{ calls: 0, changed: 0, looser: 0, stricter: 0, decidedOtherwise: 0, pairsLeftOut: 0 },
      ...{ firstAskedAt: null, lastAskedAt: null, transitions: [], pairs: [], reasons: [], replaced: [] },
    });
  });

  test("tell what gets looser from what gets stricter, and when the calls were asked", () => {
    const calls = [
      replayed({ from: "run", to: "hold 1" }),
      replayed({ from: "deny", to: "hold 2" }),
      replayed({ from: "hold 1", to: "hold 1" }),
    ];
    const times = calls.map(({ call }) => call.askedAt);
    expect(gathered(...calls.toReversed())).toMatchObject({
      ...{ calls: 3, changed: 2, looser: 1, stricter: 1, decidedOtherwise: 0 },
      ...{ firstAskedAt: Math.min(...times), lastAskedAt: Math.max(...times) },
    });
  });

  test("of transitions have the looser ones first, and of those the most frequent", () => {
    const times = (count: number, sides: Sides) => Array.from({ length: count }, () => replayed(sides));
    const other = toolNamed("other");
    const { transitions } = gathered(
      ...times(3, { from: "run", to: "deny" }),
      replayed({ from: "run", to: "deny" }, { tool: other }),
      ...times(1, { from: "deny", to: "run" }),
      ...times(2, { from: "hold 2", to: "hold 1" }),
    );
    expect(transitions).toEqual([
      { from: "hold 2", to: "hold 1", looser: true, calls: 2 },
      { from: "deny", to: "run", looser: true, calls: 1 },
      { from: "run", to: "deny", looser: false, calls: 4 },
    ]);
  });

  test("count what was decided otherwise then, unless it was for the moment", () => {
    const call = (facts: object) => ({ call: callOf(scribe, read, facts) });
    const result = gathered(
      replayed({ from: "run", to: "run" }, call({ recorded: "deny" })),
      replayed({ from: "run", to: "run" }, call({ recorded: "deny", deniedForTheMoment: true })),
      replayed({ from: "run", to: "run" }, call({ recorded: "run" })),
    );
    expect(result).toMatchObject({ decidedOtherwise: 1, changed: 0, pairs: [] });
  });
});

describe("agents and tools", () => {
  test("stand with what they change: the most that gets looser first, then the most changes, then by name", () => {
    const tool = (name: string) => ({ tool: toolNamed(name) });
    const { pairs } = gathered(
      replayed({ from: "run", to: "deny" }, tool("b")),
      replayed({ from: "run", to: "deny" }, tool("a")),
      replayed({ from: "run", to: "deny" }, tool("many")),
      replayed({ from: "run", to: "deny" }, tool("many")),
      replayed({ from: "deny", to: "run" }, tool("looser")),
      replayed({ from: "run", to: "run" }, tool("looser")),
      replayed({ from: "run", to: "run" }, tool("same")),
    );
    expect(pairs.map(({ tool, calls, changed, looser }) => [tool, calls, changed, looser])).toEqual([
      ["looser", 2, 1, 1],
      ["many", 2, 2, 0],
      ["a", 1, 1, 0],
      ["b", 1, 1, 0],
    ]);
    expect(pairs[0]).toMatchObject({ agent: "scribe", agentId: scribe.id });
  });

  test("have the newest three of each transition as examples, the most frequent transition first", () => {
    const held = Array.from({ length: 5 }, () => replayed({ from: "run", to: "hold 1" }));
    const denied = replayed({ from: "run", to: "deny" });
    const { pairs } = gathered(denied, ...held);
    const newest = held.toReversed().slice(0, 3);
    expect(pairs[0]?.examples).toEqual([
      { id: denied.call.id, askedAt: denied.call.askedAt, from: "run", to: "deny" },
      ...newest.map(({ call }) => ({ id: call.id, askedAt: call.askedAt, from: "run", to: "hold 1" })),
    ]);
    expect(pairs[0]?.transitions).toEqual([
      { from: "run", to: "hold 1", looser: false, calls: 5 },
      { from: "run", to: "deny", looser: false, calls: 1 },
    ]);
  });

  test("beyond five hundred are counted and not shown", () => {
    const many = (count: number) =>
      gathered(...Array.from({ length: count }, (_, n) => replayed({}, { tool: toolNamed(`t${n}`) })));
    expect([many(500).pairs.length, many(500).pairsLeftOut]).toEqual([500, 0]);
    const result = many(503);
    expect([result.pairs.length, result.pairsLeftOut, result.changed]).toEqual([500, 3, 503]);
  });

  test("two versions that are not in force any more are told apart, the one with more calls first", () => {
    const old = (number: number) => ({
      tool: toolNamed("read_note", {}, { inForce: false, number, versionId: `v${number}` }),
    });
    const { replaced } = gathered(
      replayed({ to: "run" }, old(1)),
      replayed({ to: "run" }, old(2)),
      replayed({ to: "run" }, old(2)),
      replayed({ to: "run" }),
    );
    expect(replaced).toEqual([
      { tool: "read_note", version: 2, calls: 2 },
      { tool: "read_note", version: 1, calls: 1 },
    ]);
    const many = Array.from({ length: 205 }, (_, n) => replayed({ to: "run" }, old(n)));
    expect(gathered(...many).replaced).toHaveLength(200);
  });
});

describe("reasons", () => {
  test("are the lines that hold or deny and that only one side has", () => {
    const both = line("class.write");
    const { reasons } = gathered(
      replayed({
        gone: [both, line("profile.tool", { concluded: "deny" }), line("level.category", { concluded: "pass" })],
        fresh: [both, line("level.approval", { people: 2 }), line("x.run", { concluded: "run" })],
      }),
    );
    expect(reasons).toEqual([
      { side: "gone", rule: "profile.tool", concluded: "deny", sentence: "Said.", calls: 1 },
      { side: "new", rule: "level.approval", concluded: "hold", people: 2, sentence: "Said.", calls: 1 },
    ]);
  });

  test("differ by rule, conclusion, people and what was seen", () => {
    const base = line("a");
    for (const change of [{ rule: "b" }, { concluded: "deny" as const }, { people: 2 }, { saw: "other" }]) {
      const { reasons } = gathered(replayed({ gone: [base], fresh: [{ ...base, ...change }] }));
      expect(reasons.map(({ side }) => side)).toEqual(["gone", "new"]);
    }
    expect(gathered(replayed({ gone: [base], fresh: [{ ...base, sentence: "Other." }] })).reasons).toEqual([]);
  });

  test.each(["gate.path", "constraint.only_after", "budget.calls", "profile.max_invocations", "profile.only_after"])(
    "of %s stand for all calls, whatever each says",
    (rule) => {
      const one = (saw: string) => replayed({ fresh: [line(rule, { saw, sentence: `Said of ${saw}.` })] });
      expect(gathered(one("a"), one("b")).reasons).toMatchObject([{ rule, calls: 2, sentence: "Said of a." }]);
    },
  );

  test.each(["profile.tool", "profile.max_invocations_x", "x.gate.path", "gatex.y", "profile.only"])(
    "of %s are told apart by what they say, the most frequent first",
    (rule) => {
      const one = (saw: string) => replayed({ fresh: [line(rule, { saw })] });
      expect(gathered(one("a"), one("b"), one("b")).reasons.map(({ calls }) => calls)).toEqual([2, 1]);
    },
  );

  test("beyond two hundred are left out", () => {
    const many = Array.from({ length: 205 }, (_, n) => replayed({ fresh: [line(`r${n}`)] }));
    expect(gathered(...many).reasons).toHaveLength(200);
  });

  test("of a call that stays as it was are none", () => {
    expect(gathered(replayed({ to: "run", fresh: [line("a")] })).reasons).toEqual([]);
  });
});

test("a verdict is compared by its people", () => {
  expect(stanceOf({ kind: "run" })).toBe("run");
  expect(stanceOf({ kind: "deny", code: "x" })).toBe("deny");
  expect([1, 2].map((people) => stanceOf({ kind: "hold", people }))).toEqual(["hold 1", "hold 2"]);
});

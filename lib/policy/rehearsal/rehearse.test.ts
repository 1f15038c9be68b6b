import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolicyRule } from "#lib/policy/document/policy-document.ts";
import { agentNamed, callOf, documentWith, inPages, rehearseScene, toolNamed } from "./rehearsal.fixture.ts";
import { isLooser, STANCES } from "./stance.ts";

const scribe = agentNamed("scribe");
const scout = agentNamed("scout");
const read = toolNamed("read_note");
const write = toolNamed("write_note", { safetyClass: "write", egressClass: "write", actionType: "fs:write" });

/** The shipped policy, and the scribe under a profile with these rules. */
function scribeUnder(rules: Partial<PolicyRule>[], more: Record<string, unknown> = {}) {
  const careful = { description: "", rules: rules.map((rule) => ({ reason: "Because.", ...rule })), ...more };
  return documentWith({
    profiles: { ...documentWith().profiles, careful },
    agents: { scribe: { profiles: ["careful"] } },
  });
}

describe("a rehearsal", () => {
  test("finds what runs and would be held, by agent and tool, with the calls and the rule", async () => {
    const calls = [callOf(scribe, read), callOf(scout, read), callOf(scribe, read), callOf(scribe, write)];
    const scene = { agents: [scribe, scout], tools: [read, write], calls };
    const result = await rehearseScene(scene, scribeUnder([{ tool: "read_note", people: 1 }]));
    expect(result).toMatchObject({ calls: 4, changed: 2, looser: 0, stricter: 2 });
    expect(result.transitions).toEqual([{ from: "run", to: "hold 1", looser: false, calls: 2 }]);
    expect(result.pairs).toHaveLength(1);
    expect(result.pairs[0]).toMatchObject({ agent: "scribe", tool: "read_note", calls: 2, changed: 2, looser: 0 });
    // The newest first.
    expect(result.pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[2]?.id, calls[0]?.id]);
    expect(result.reasons).toEqual([
      expect.objectContaining({ side: "new", rule: "profile.tool", concluded: "hold", people: 1, calls: 2 }),
    ]);
  });

  test("warns of what gets looser, and names the line that is gone", async () => {
    const scene = { agents: [scribe], tools: [read], calls: [callOf(scribe, read)] };
    const result = await rehearseScene(scene, documentWith(), scribeUnder([{ tool: "read_note", deny: true }]));
    expect(result).toMatchObject({ changed: 1, looser: 1, stricter: 0 });
    expect(result.transitions).toEqual([{ from: "deny", to: "run", looser: true, calls: 1 }]);
    expect(result.reasons).toEqual([
      expect.objectContaining({ side: "gone", rule: "profile.tool", concluded: "deny" }),
    ]);
  });

  test("counts calls under each policy by itself: what the changed one denies, it does not count", async () => {
    const calls = Array.from({ length: 5 }, () => callOf(scribe, read));
    const scene = { agents: [scribe], tools: [read], calls };
    const most = (count: number) => scribeUnder([{ tool: "read_note", max_invocations: count }]);
    const result = await rehearseScene(scene, most(2), most(4));
    // In force four run and the fifth is denied; changed two run. Calls three and four differ.
    expect(result.transitions).toEqual([{ from: "run", to: "deny", looser: false, calls: 2 }]);
    expect(result.pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[3]?.id, calls[2]?.id]);
  });

  test("counts in sessions and in tasks, and what came before the first call", async () => {
    const inSession = (sessionId: string) => callOf(scribe, read, { sessionId, taskId: "t" });
    const calls = [inSession("a"), inSession("b"), inSession("b")];
    const tally = {
      agentId: scribe.id,
      per: "session" as const,
      group: "a",
      tool: "read_note",
      actionType: "fs:read",
      category: "file_system" as const,
      made: 2,
      completed: true,
    };
    const scene = { agents: [scribe], tools: [read], calls, before: { tallies: inPages([tally]) } };
    const perSession = await rehearseScene(scene, scribeUnder([{ tool: "read_note", max_invocations: 2 }]));
    expect(perSession.pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[0]?.id]);
    const perTask = await rehearseScene(
      { ...scene, before: {} },
      scribeUnder([{ tool: "read_note", max_invocations: 2, per: "task" }]),
    );
    expect(perTask.pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[2]?.id]);
  });

  test("counts what an action means together, whichever tool does it", async () => {
    const calls = [callOf(scribe, read), callOf(scribe, write), callOf(scribe, read, { sessionId: "another" })];
    const scene = { agents: [scribe], tools: [read, write], calls };
    const { pairs } = await rehearseScene(scene, scribeUnder([{ action: "file_system", max_invocations: 1 }]));
    expect(pairs.flatMap(({ examples }) => examples.map(({ id }) => id))).toEqual([calls[1]?.id]);
  });

  test("a tool that runs only after another waits until that one has completed, not only been asked", async () => {
    const first = callOf(scribe, read, { status: "completed" });
    const tooEarly = callOf(scribe, write, { askedAt: first.askedAt + 50 });
    const later = callOf(scribe, write, { askedAt: first.askedAt + 200 });
    const scene = { agents: [scribe], tools: [read, write], calls: [first, tooEarly, later] };
    const result = await rehearseScene(scene, scribeUnder([{ tool: "write_note", only_after: ["read_note"] }]));
    expect(result.transitions).toEqual([{ from: "hold 1", to: "deny", looser: false, calls: 1 }]);
    expect(result.pairs[0]?.examples[0]?.id).toBe(tooEarly.id);
  });

  test("a budget counts what was asked in its window, the day before the first call among it", async () => {
    const minute = 60_000;
    const at = (offset: number) => callOf(scribe, read, { askedAt: offset });
    const calls = [at(10 * minute), at(10.5 * minute), at(12 * minute)];
    const changed = scribeUnder([], { budgets: [{ calls: 1, per: "minute" }] });
    const scene = { agents: [scribe], tools: [read], calls };
    expect((await rehearseScene(scene, changed)).pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[1]?.id]);
    const before = { spentBefore: inPages([at(9.5 * minute)]) };
    const result = await rehearseScene({ ...scene, before }, changed);
    // The first is refused for what was asked before it, so it does not stand in the way of the second.
    expect(result.pairs[0]?.examples.map(({ id }) => id)).toEqual([calls[0]?.id]);
  });

  test("looks at recorded inputs again where the reach changes, and only there", async () => {
    const web = { safetyClass: "network", egressClass: "read_only", category: "web", actionType: "web:fetch" } as const;
    const hosts = ["*.example.com:443"];
    const fetchPage = toolNamed("fetch_page", { ...web, policy: { network: { mode: "allowlist", hosts } } });
    const calls = ["api", "www"].map(() => callOf(scribe, fetchPage));
    const inputs = {
      [calls[0]?.id ?? ""]: { url: "https://api.example.com/" },
      [calls[1]?.id ?? ""]: { url: "https://www.example.com/" },
    };
    const looked = new Set<string | symbol>();
    const noticed = new Proxy<Record<string, unknown>>(inputs, {
      get: (target, id) => looked.add(id) && Reflect.get(target, id),
    });
    const all = [...calls, callOf(scribe, read)];
    const scene = { agents: [scribe], tools: [fetchPage, read], calls: all, inputs: noticed };
    const changed = scribeUnder([{ tool: "fetch_page", hosts: ["api.example.com:443"] }]);
    const result = await rehearseScene(scene, changed);
    expect(result.transitions).toEqual([{ from: "run", to: "deny", looser: false, calls: 1 }]);
    expect(result.pairs[0]?.examples[0]?.id).toBe(calls[1]?.id);
    expect(result.reasons).toEqual([expect.objectContaining({ side: "new", rule: "gate.host" })]);
    expect([...looked]).toEqual(calls.map(({ id }) => id));
  });

  test("what the gate refuses under both policies is not reported as held", async () => {
    const reading = toolNamed("read_file", { policy: { filesystem: { read: ["${workspace}/**"] } } });
    const [inside, outside] = [callOf(scribe, reading), callOf(scribe, reading)];
    const inputs = { [inside.id]: { path: "/workspace/a" }, [outside.id]: { path: "/etc/shadow" } };
    const scene = { agents: [scribe], tools: [reading], calls: [inside, outside], inputs };
    const result = await rehearseScene(scene, scribeUnder([{ tool: "read_file", people: 2 }]));
    expect(result.transitions).toEqual([{ from: "run", to: "hold 2", looser: false, calls: 1 }]);
  });

  test("says which versions are not in force any more, and how often it was decided otherwise then", async () => {
    const old = toolNamed("read_note", {}, { inForce: false, number: 3 });
    const calls = [callOf(scribe, old), callOf(scribe, old, { recorded: "deny", status: "denied" })];
    const stopped = callOf(scribe, old, { recorded: "deny", status: "denied", deniedForTheMoment: true });
    const scene = { agents: [scribe], tools: [old], calls: [...calls, stopped] };
    expect(await rehearseScene(scene, documentWith())).toMatchObject({
      changed: 0,
      decidedOtherwise: 1,
      replaced: [{ tool: "read_note", version: 3, calls: 3 }],
    });
  });
});

describe("whatever the rules and the calls", () => {
  const tools = [read, write, toolNamed("ping", { constraints: { maxInvocations: 3, onlyAfter: ["read_note"] } })];
  const rule = fc.record(
    {
      tool: fc.constantFrom("read_note", "write_note", "ping"),
      max_invocations: fc.integer({ min: 0, max: 4 }),
      only_after: fc.constantFrom(["read_note"], ["ping"]),
      per: fc.constantFrom("session", "task"),
    },
    { requiredKeys: ["tool"] },
  );
  const strict = fc.oneof(rule, fc.record({ tool: rule.map(({ tool }) => tool), people: fc.constantFrom(1, 2) }));
  const budget = fc.record({ calls: fc.integer({ min: 1, max: 5 }), per: fc.constantFrom("minute", "hour") });
  const policy = fc
    .tuple(fc.array(strict, { maxLength: 4 }), fc.array(budget, { maxLength: 2 }))
    .map(([rules, budgets]) => scribeUnder(rules as Partial<PolicyRule>[], { budgets }));
  const call = fc
    .record({
      tool: fc.constantFrom(...tools),
      sessionId: fc.constantFrom("a", "b", null),
      taskId: fc.constantFrom("t", null),
      status: fc.constantFrom("completed", "rejected", "failed", "denied", "pending"),
    })
    .map(({ tool, ...facts }) => ({ tool, facts }) as const);
  const calls = fc.array(call, { maxLength: 25 });
  const sceneOf = (asked: { tool: (typeof tools)[number]; facts: Partial<Parameters<typeof callOf>[2]> }[]) => ({
    agents: [scribe],
    tools,
    calls: asked.map(({ tool, facts }) => callOf(scribe, tool, facts)),
  });

  test("the same policy changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(policy, calls, async (document, asked) => {
        const result = await rehearseScene(sceneOf(asked), structuredClone(document), document);
        expect(result).toMatchObject({ changed: 0, transitions: [], pairs: [], reasons: [] });
      }),
    );
  });

  test("the sums add up, and back again is the mirror image", async () => {
    await fc.assert(
      fc.asyncProperty(policy, policy, calls, async (one, other, asked) => {
        const scene = sceneOf(asked);
        const there = await rehearseScene(scene, other, one);
        const back = await rehearseScene(scene, one, other);
        const total = (items: readonly { calls: number }[]) => items.reduce((sum, { calls }) => sum + calls, 0);
        expect(there.calls).toBe(asked.length);
        expect(total(there.transitions)).toBe(there.changed);
        expect(there.looser + there.stricter).toBe(there.changed);
        expect(there.pairs.reduce((sum, { changed }) => sum + changed, 0)).toBe(there.changed);
        expect(total(there.transitions.filter(({ looser }) => looser))).toBe(there.looser);
        const mirrored = back.transitions.map(({ from, to, calls }) => `${to}>${from} ${calls}`).sort();
        expect(there.transitions.map(({ from, to, calls }) => `${from}>${to} ${calls}`).sort()).toEqual(mirrored);
      }),
    );
  });
});

test("of two stances the one that stops less is looser", () => {
  const looser = STANCES.flatMap((from) => STANCES.filter((to) => isLooser(from, to)).map((to) => `${from}>${to}`));
  expect(looser).toEqual(["hold 1>run", "hold 2>run", "hold 2>hold 1", "deny>run", "deny>hold 1", "deny>hold 2"]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { parsePolicy } from "#lib/policy/document/parse-policy.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { judgeDraft } from "./check-draft.ts";
import { writeAgentEntry } from "./draft-agent-entry.ts";
import { draftSchema } from "./draft-schema.ts";
import { carryOver } from "./rebase-draft.ts";

/** What a page does with a draft, before any of it reaches the database. */
const KNOWN = { agents: ["ada", "bert"], tools: ["pay"], actionTypes: ["billing:refund"] };
const ENTRY: PolicyDocument["agents"][string] = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };
const inForce = { version: 7, document: { ...POLICY_AS_SHIPPED, agents: { bert: { ...ENTRY, deny: ["pay"] } } } };

describe("a draft is judged against what is in force", () => {
  test("that takes away: one reviewer, each change with its place, and a note on a tool that is not there", () => {
    const verdict = judgeDraft("agents:\n  bert: {deny: [pay]}\n  ada: {deny: [pya]}", inForce, KNOWN);
    expect(verdict).toMatchObject({
      ok: true,
      value: {
        changes: [{ path: "/agents/ada/deny", widening: false }],
        inForce: 7,
        widens: false,
        required: 1,
        notes: [{ line: 3, path: "/agents/ada/deny/0", message: expect.stringContaining("Did you mean pay?") }],
        document: { ...POLICY_AS_SHIPPED, agents: { ada: { deny: ["pya"] }, bert: { deny: ["pay"] } } },
      },
    });
  });

  test("that gives: two reviewers", () => {
    expect(judgeDraft("agents: {}", inForce, KNOWN)).toMatchObject({
      value: { changes: [{ path: "/agents/bert/deny", widening: true }], widens: true, required: 2, notes: [] },
    });
  });

  test("that names what nobody knows is refused", () => {
    expect(judgeDraft("agents:\n  carl: {}", inForce, KNOWN)).toMatchObject({ ok: false, code: "policy_invalid" });
    expect(judgeDraft("profiles:\n  p: {human_approval: ['billing:refund']}", inForce, KNOWN).ok).toBe(true);
  });
});

describe("a form's entry becomes a text", () => {
  const write = (agent: string, entry: Record<string, unknown>) => writeAgentEntry(inForce, { agent, entry });
  const textOf = (agents: PolicyDocument["agents"]) => renderPolicy({ ...inForce.document, agents });

  test.each<[string, Partial<PolicyDocument["agents"][string]>]>([
    ["profiles", { profiles: ["autonomy_locked"] }],
    ["a level", { custom_level: "custom" }],
    ["a narrowing", { narrow: { network: "none" } }],
    ["an allowed tool", { allow: ["pay"] }],
    ["a denied tool", { deny: ["pay"] }],
    ["a gate that reports", { enforce_tool_policies: false }],
    ["trust", { trust: { strategy: "disabled" } }],
  ])("with %s", (_what, entry) => {
    expect(write("ada", entry)).toEqual({
      ok: true,
      value: { text: textOf({ ...inForce.document.agents, ada: { ...ENTRY, ...entry } }), base: 7 },
    });
  });

  test("an entry that says nothing is none, and takes the place of one that did", () => {
    expect(write("ada", {})).toMatchObject({ value: { text: textOf(inForce.document.agents) } });
    expect(write("bert", ENTRY)).toMatchObject({ value: { text: textOf({}) } });
    expect(write("bert", { allow: ["pay"] })).toMatchObject({
      value: { text: textOf({ bert: { ...ENTRY, allow: ["pay"] } }) },
    });
  });

  test("that can be read again, whatever an agent may be called", () => {
    const odd = [
      "constructor",
      "prototype",
      "constructors",
      "hasown",
      "null",
      "true",
      "yes",
      "0x1f",
      "1e3",
      "007",
      "2026-11-18",
    ];
    const name = fc.oneof(fc.constantFrom(...odd), fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,62}$/));
    fc.assert(
      fc.property(name, (agent) => {
        fc.pre(AGENT_NAME.test(agent));
        const written = write(agent, { deny: ["pay"] });
        if (!written.ok) throw new Error(written.message);
        const known = { agents: [agent, "bert"], tools: ["pay"], actionTypes: [], base: POLICY_AS_SHIPPED };
        expect(parsePolicy(written.value.text, known)).toMatchObject({
          ok: true,
          value: { document: { agents: { [agent]: { deny: ["pay"] } } } },
        });
      }),
      { numRuns: 100, seed: 5 },
    );
    expect(["constructor", "prototype", "__proto__"].filter((one) => AGENT_NAME.test(one))).toEqual([]);
    expect(["constructor2", "a-prototype", "x"].every((one) => AGENT_NAME.test(one))).toBe(true);
  });

  test("what does not fit is refused with its field", () => {
    expect(write("ada", { narrow: { network: "all" } })).toMatchObject({
      ok: false,
      code: "policy_invalid",
      message: expect.stringMatching(/^narrow\.network: \S/),
    });
  });
});

describe("a draft carried over to what was put in force meanwhile", () => {
  const now = { ...inForce, document: { ...inForce.document, classes: stricter() } };

  function stricter(): PolicyDocument["classes"] {
    const classes = structuredClone(POLICY_AS_SHIPPED.classes);
    classes.safety.read.people = 1;
    return classes;
  }

  test("has both changes, and begins from the new version", () => {
    const carried = carryOver("agents:\n  ada: {deny: [pay]}", POLICY_AS_SHIPPED, now);
    expect(carried).toEqual({
      ok: true,
      value: {
        text: renderPolicy({
          ...now.document,
          agents: { ...inForce.document.agents, ada: { ...ENTRY, deny: ["pay"] } },
        }),
        base: 7,
        clashes: [],
      },
    });
  });

  test("keeps its own where both changed the same, and says where", () => {
    const carried = carryOver("agents:\n  bert: {deny: [rm]}", POLICY_AS_SHIPPED, now);
    expect(carried).toMatchObject({ value: { clashes: ["/agents/bert/deny"] } });
    expect(carried.ok && carried.value.text).toContain("deny: [rm]");
  });

  test("is refused where the text is wrong, where its version is gone, and where both do not make one policy", () => {
    expect(carryOver("agents: 7", POLICY_AS_SHIPPED, now)).toMatchObject({
      code: "policy_invalid",
      details: { errors: [{ line: 1 }] },
    });
    expect(carryOver("agents: {}", undefined, now)).toMatchObject({
      code: "policy_invalid",
      message: expect.stringMatching(/^The version that this was written from is not there\. Copy your text/),
    });
    // One of them writes figures of a strategy, and the other takes another strategy.
    const by = (trust: PolicyDocument["trust"]): PolicyDocument => ({ ...POLICY_AS_SHIPPED, trust });
    const from = by({ strategy: "per_category", initial_levels: { web: "restricted" } });
    const mine = by({ strategy: "per_category", initial_levels: { web: "standard" } });
    expect(carryOver(renderPolicy(mine), from, { version: 8, document: by({ strategy: "weighted" }) })).toMatchObject({
      ok: false,
      code: "policy_invalid",
      message: expect.stringMatching(/^What both changed does not make one policy together\. Your text stays as it is/),
    });
  });
});

describe("what a page sends", () => {
  const draft = { text: "", base: 1, reason: "Because." };
  const judge = (change: object) => draftSchema.safeParse({ ...draft, ...change });

  test("is bounded, and has a reason", () => {
    expect(judge({}).success).toBe(true);
    expect([judge({ text: "x".repeat(200_000) }).success, judge({ text: "x".repeat(200_001) }).success]).toEqual([
      true,
      false,
    ]);
    expect(judge({ text: "x".repeat(200_001) }).error?.issues[0]?.message).toBe(
      "A policy has at most 200,000 characters. What several agents share belongs in a profile.",
    );
    expect([judge({ base: 0 }).success, judge({ base: 1.5 }).success]).toEqual([false, false]);
    expect([judge({ reason: "x".repeat(2000) }).success, judge({ reason: "x".repeat(2001) }).success]).toEqual([
      true,
      false,
    ]);
    expect(judge({ reason: " " }).error?.issues[0]?.message).toBe(
      "Say why; reviewers read it, and it is kept with the version.",
    );
    expect(judge({ reason: " x " }).data?.reason).toBe("x");
    expect(judge({ more: 1 }).success).toBe(false);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EDITS } from "./changes.fixture.ts";
import { diffPolicies } from "./diff-policies.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { RICH } from "./rich-policy.fixture.ts";
import { widens } from "./widens.ts";

/** What a reviewer reads before a vote. Each is written down, so that none changes its meaning by accident. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "golden", "changes.json"), "utf8"),
);

const EMPTY: PolicyDocument["agents"][string] = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };

const told = (before: PolicyDocument, after: PolicyDocument) =>
  diffPolicies(before, after).map(
    ({ path, widening, sentence }) => `${widening ? "wider" : "no wider"} | ${path} | ${sentence}`,
  );

describe("each line of a policy, both ways", () => {
  test.each(EDITS)("$what", ({ what, apply, wider }) => {
    const after = structuredClone(RICH);
    const isDone = [0, 1, 2, 3, 4].some((pick) => apply(after, pick));
    expect(isDone).toBe(true);
    expect(widens(RICH, after)).toBe(wider);
    expect(told(RICH, after)).toEqual(SENTENCES[what]);
  });

  test("and no sentence is written down for what is never done", () => {
    expect(Object.keys(SENTENCES)).toEqual(EDITS.map(({ what }) => what));
  });

  /** Each is an edit of one document, and what is read where it goes the other way. */
  test.each<[string, (policy: PolicyDocument) => void, string[], string[]]>([
    [
      "trust that is earned",
      (policy) => void Object.assign(policy, { trust: { strategy: "weighted" } }),
      ["wider | /trust | Agents earn trust by weighted instead of nothing."],
      ["wider | /trust | Agents no longer earn trust: only people move levels."],
    ],
    [
      "an agent's own trust",
      ({ agents }) => void Object.assign(agents.ada ?? {}, { trust: { strategy: "milestone" } }),
      ["wider | /agents/ada/trust | Agent ada earns trust of its own: milestone where nothing was said before."],
      ["wider | /agents/ada/trust | Agent ada earns trust as all do, and no longer by milestone."],
    ],
    [
      "the level that was declared",
      ({ agents }) => void delete agents.ada?.custom_level,
      ["wider | /agents/ada/custom_level | Agent ada acts at the level that was declared for it instead of custom."],
      ["wider | /agents/ada/custom_level | Agent ada acts at the level custom where nothing was said before."],
    ],
    [
      "an agent's programs",
      ({ agents }) => void Object.assign(agents.ada?.narrow ?? {}, { commands: ["cat"] }),
      ["no wider | /agents/ada/narrow/commands | Agent ada starts at most cat where nothing was said before."],
      ["wider | /agents/ada/narrow/commands | Agent ada starts what its level does instead of cat."],
    ],
    [
      "a level's programs",
      ({ tool_access: { levels } }) => void Object.assign(levels.standard ?? {}, { commands: ["cat"] }),
      ["wider | /tool_access/levels/standard/commands | Level standard starts cat where nothing was said before."],
      [
        "wider | /tool_access/levels/standard/commands | Level standard starts what its terminal stands for instead of cat.",
      ],
    ],
    [
      "a profile's words",
      ({ profiles }) => void Object.assign(profiles.careful ?? {}, { description: "e" }),
      ["no wider | /profiles/careful/description | Profile careful is described in other words."],
      ["no wider | /profiles/careful/description | Profile careful is described in other words."],
    ],
    [
      "a rule without an end, in each session",
      ({ profiles }) => {
        delete profiles.careful?.rules[1]?.until;
        delete profiles.careful?.rules[1]?.per;
      },
      [
        "wider | /profiles/careful/rules/tool:fetch/per | Profile careful's rule for the tool fetch counts in each session.",
        "wider | /profiles/careful/rules/tool:fetch/until | Profile careful's rule for the tool fetch ends never instead of 2101-06-01T12:00:00+02:00.",
      ],
      [
        "wider | /profiles/careful/rules/tool:fetch/per | Profile careful's rule for the tool fetch counts in each session.",
        "wider | /profiles/careful/rules/tool:fetch/until | Profile careful's rule for the tool fetch ends 2101-06-01T12:00:00+02:00 where nothing was said before.",
      ],
    ],
    [
      "a time for one more action",
      ({ profiles }) => void Object.assign(profiles.careful?.approval_minutes ?? {}, { web: 5 }),
      [
        "no wider | /profiles/careful/approval_minutes/web | Profile careful gives people 5 minutes for web where nothing was said before.",
      ],
      [
        "wider | /profiles/careful/approval_minutes/web | Profile careful gives people their tier's time for web instead of 5.",
      ],
    ],
    [
      "budgets of a tool and of an action",
      ({ profiles }) =>
        void profiles.careful?.budgets.push(
          { tool: "pay", cost: 5, per: "hour" },
          { action: "fs", calls: 1, cost: 2.5, per: "minute" },
        ),
      [
        "no wider | /profiles/careful/budgets/tool:pay:hour | Profile careful's budget for the tool pay per hour is a cost of 5 where nothing was said before.",
        "no wider | /profiles/careful/budgets/action:fs:minute | Profile careful's budget for fs per minute is 1 call and a cost of 2.5 where nothing was said before.",
      ],
      [
        "wider | /profiles/careful/budgets/tool:pay:hour | Profile careful's budget for the tool pay per hour is taken away.",
        "wider | /profiles/careful/budgets/action:fs:minute | Profile careful's budget for fs per minute is taken away.",
      ],
    ],
    [
      "a smaller budget, which is another one",
      ({ profiles }) => void Object.assign(profiles.careful ?? {}, { budgets: [{ calls: 4, cost: 1, per: "day" }] }),
      [
        "wider | /profiles/careful/budgets/all:day | Profile careful's budget for all calls per day is 4 calls and a cost of 1 instead of 5 calls.",
      ],
      [
        "wider | /profiles/careful/budgets/all:day | Profile careful's budget for all calls per day is 5 calls instead of 4 calls and a cost of 1.",
      ],
    ],
    [
      "an agent's first entry",
      ({ agents }) => void Object.assign(agents, { zoe: { ...agents.carl, deny: ["pay"] } }),
      ["no wider | /agents/zoe/deny | Agent zoe is denied pay instead of nothing."],
      ["wider | /agents/zoe/deny | Agent zoe is denied nothing instead of pay."],
    ],
  ])("%s, there and back", (_what, apply, there, back) => {
    const after = structuredClone(RICH);
    apply(after);
    expect(told(RICH, after)).toEqual(there);
    expect(told(after, RICH)).toEqual(back);
  });

  test("how agents earn trust, when only the figures or the strategy change", () => {
    const by = (trust: PolicyDocument["trust"]): PolicyDocument => ({ ...RICH, trust });
    const weighted = by({ strategy: "weighted" });
    expect(told(weighted, by({ strategy: "weighted", initial_level: "restricted" }))).toEqual([
      "wider | /trust | Agents earn trust by weighted, by other figures than before.",
    ]);
    expect(told(weighted, by({ strategy: "milestone" }))).toEqual([
      "wider | /trust | Agents earn trust by milestone instead of weighted.",
    ]);
    const own = (trust: PolicyDocument["trust"]): PolicyDocument => ({
      ...RICH,
      agents: { carl: { ...EMPTY, trust } },
    });
    expect(told(own({ strategy: "weighted" }), own({ strategy: "milestone" }))).toEqual([
      "wider | /agents/carl/trust | Agent carl earns trust of its own: milestone instead of weighted.",
    ]);
  });

  test("of two checks only the one that changed is told of", () => {
    const fresh = { name: "dlp", url: "https://dlp.example/", timeout_ms: 500 };
    const two: PolicyDocument = { ...RICH, checks: [...RICH.checks, fresh] };
    expect(told(two, { ...two, checks: two.checks.toReversed() })).toEqual([]);
    expect(told(two, { ...two, checks: [...RICH.checks, { ...fresh, timeout_ms: 600 }] })).toEqual([
      "wider | /checks/dlp | The check dlp is asked in another way.",
    ]);
  });

  test("a narrowing to a full terminal bounds no programs, so a list of them takes away", () => {
    const by = (narrow: PolicyDocument["agents"][string]["narrow"]): PolicyDocument => ({
      ...RICH,
      agents: { carl: { ...EMPTY, narrow } },
    });
    expect(told(by({ terminal: "full" }), by({ terminal: "full", commands: ["bash"] }))).toEqual([
      "no wider | /agents/carl/narrow/commands | Agent carl starts at most bash where nothing was said before.",
    ]);
    expect(told(by({}), by({ network: "none", git: "full" }))).toEqual([
      "no wider | /agents/carl/narrow/network | Agent carl: network is none where nothing was said before.",
      "no wider | /agents/carl/narrow/git | Agent carl: git is full where nothing was said before.",
    ]);
    expect(told(by({ network: "open" }), by({}))).toEqual([
      "wider | /agents/carl/narrow/network | Agent carl: network is not narrowed instead of open.",
    ]);
  });

  test("more people on the open network take away", () => {
    const after = structuredClone(RICH);
    after.classes.safety.network.open_people = 1;
    expect(told(after, RICH)).toEqual([
      "no wider | /classes/safety/network/open_people | Calls of class network take 2 people on the open network instead of one person.",
    ]);
  });

  test("an output that may be no longer than before is no wider, however else it is cleaned", () => {
    const by = (cleaning: PolicyDocument["classes"]["safety"]["read"]["cleaning"]): PolicyDocument => {
      const policy = structuredClone(RICH);
      policy.classes.safety.read.cleaning = cleaning;
      return policy;
    };
    expect(widens(by({ max_length: 500 }), by({ max_length: 500, hidden: "block" }))).toBe(false);
    expect(widens(by({ max_length: 500 }), by({ max_length: 501 }))).toBe(true);
    expect(widens(by({ max_length: 500 }), by({ max_length: 499 }))).toBe(false);
    expect(widens(by({ markers: "counted" }), by({ markers: "visible" }))).toBe(false);
    expect(widens(by({ markers: "visible" }), by({ markers: "counted" }))).toBe(true);
    expect(widens(by({ markup: "block" }), by({}))).toBe(true);
  });

  test("a name that every object has is a name like any other", () => {
    const { careful } = RICH.profiles;
    const named: PolicyDocument = { ...RICH, profiles: { ...RICH.profiles, constructor: careful ?? expect.fail() } };
    expect(told(RICH, named)).toEqual(["no wider | /profiles/constructor | Profile constructor is new."]);
    expect(told(named, RICH)).toEqual(["wider | /profiles/constructor | Profile constructor is taken away."]);
  });

  test("what is there on one side alone is left out on the other", () => {
    const after = structuredClone(RICH);
    after.agents.zoe = { ...EMPTY, narrow: { network: "none" } };
    const [come] = diffPolicies(RICH, after);
    const [gone] = diffPolicies(after, RICH);
    expect([come && "before" in come, come?.after]).toEqual([false, "none"]);
    expect([gone?.before, gone && "after" in gone]).toEqual(["none", false]);
  });

  test("the order of a list that is a set is no change", () => {
    const after = structuredClone(RICH);
    after.profiles.careful?.auto_approve?.reverse();
    after.profiles.careful?.rules.reverse();
    after.classes.safety.write.voters.reverse();
    expect(diffPolicies(RICH, after)).toEqual([]);
  });

  test("an entry that says nothing is the same as none", () => {
    const after = structuredClone(RICH);
    delete after.agents.carl;
    expect(diffPolicies(RICH, after)).toEqual([]);
  });

  test("a change says where it is, what was and what is", () => {
    const after = structuredClone(RICH);
    after.classes.safety.read.people = 0;
    expect(diffPolicies(RICH, after)).toEqual([
      {
        path: "/classes/safety/read/people",
        before: 1,
        after: 0,
        widening: true,
        sentence: "Calls of class read take nobody instead of one person.",
      },
    ]);
  });
});

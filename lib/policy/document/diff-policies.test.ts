import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPolicy } from "./arbitrary-policy.fixture.ts";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { EDITS } from "./changes.fixture.ts";
import { diffPolicies } from "./diff-policies.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { widens } from "./widens.ts";

/** Something of everything, so that each edit has a line to edit. */
const RICH: PolicyDocument = {
  ...POLICY_AS_SHIPPED,
  classes: {
    safety: {
      ...POLICY_AS_SHIPPED.classes.safety,
      read: { people: 1, voters: ["operator"], attempts: 5, backoff_seconds: 5, audit: "rules" },
      write: {
        ...{ people: 1, voters: ["operator", "reviewer"], attempts: 5, backoff_seconds: 5, audit: "digest" },
        cleaning: { hidden: "block", sentences: "fence", max_length: 5_000, markers: "visible" },
      },
      network: { people: 0, open_people: 2, voters: ["reviewer"], attempts: 2, backoff_seconds: 0, audit: "digest" },
    },
    egress: { none: 1, read_only: 1, write: 1 },
  },
  tool_access: {
    levels: {
      ...POLICY_AS_SHIPPED.tool_access.levels,
      elevated: {
        ...POLICY_AS_SHIPPED.tool_access.levels.elevated,
        commands: ["cat", "git"],
      } as PolicyDocument["tool_access"]["levels"][string],
    },
  },
  profiles: {
    careful: {
      description: "d",
      rules: [
        { tool: "pay", reason: "r", deny: true },
        {
          tool: "fetch",
          reason: "r",
          people: 1,
          max_invocations: 2,
          per: "session",
          until: "2101-06-01T12:00:00+02:00",
        },
        { tool: "mail", reason: "r", people: 2, only_after: ["fetch"] },
        {
          action: "fs",
          reason: "r",
          hosts: ["a.example:443"],
          read: ["/data/**"],
          write: ["/out/**"],
          limits: { wallSeconds: 30 },
          backends: ["gvisor"],
        },
      ],
      auto_approve: ["fs:read", "web:fetch"],
      human_approval: ["deploy"],
      approval_minutes: { deploy: 30 },
      budgets: [{ calls: 5, per: "day" }],
    },
    plain: { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] },
  },
  agents: {
    ada: {
      profiles: ["careful"],
      custom_level: "custom",
      narrow: { network: "none", deployment: false, requires_approval: ["db"] },
      allow: ["fetch"],
      deny: ["pay"],
      enforce_tool_policies: true,
    },
    bert: {
      profiles: [],
      narrow: { network: "open", terminal: "restricted_commands" },
      allow: [],
      deny: [],
      enforce_tool_policies: false,
    },
    carl: { profiles: [], allow: [], deny: [], enforce_tool_policies: true },
  },
  checks: [{ name: "fraud", url: "https://checks.example/", timeout_ms: 500 }],
};

describe("each line of a policy, both ways", () => {
  test.each(EDITS)("$what", ({ apply, wider }) => {
    const after = structuredClone(RICH);
    const isDone = [0, 1, 2, 3, 4].some((pick) => apply(after, pick));
    expect(isDone).toBe(true);
    expect(widens(RICH, after)).toBe(wider);
    const changes = diffPolicies(RICH, after);
    expect(changes.length).toBeGreaterThan(0);
    for (const { path, sentence } of changes) {
      expect(path).toMatch(/^\/(classes|tool_access|profiles|agents|checks)\//);
      expect(sentence).toMatch(/^[A-Z].*\.$/s);
      expect(sentence).not.toContain("undefined");
      expect(sentence).not.toContain("[object");
    }
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

describe("of any policy", () => {
  test("nothing differs from itself", () => {
    fc.assert(
      fc.property(arbitraryPolicy(), (policy) => {
        expect(diffPolicies(policy, structuredClone(policy))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("every edit that gives more is flagged, and none that only takes away", () => {
    const done = new Set<string>();
    fc.assert(
      fc.property(
        arbitraryPolicy(),
        fc.shuffledSubarray([...EDITS], { minLength: 10, maxLength: 20 }),
        fc.nat(20),
        (policy, edits, pick) => {
          for (const { what, wider, apply } of edits) {
            const after = structuredClone(policy);
            if (!apply(after, pick)) continue;
            done.add(what);
            if (JSON.stringify(after) !== JSON.stringify(policy)) expect(widens(policy, after), what).toBe(wider);
          }
        },
      ),
      { numRuns: 100 },
    );
    // Otherwise the property would hold because nothing was tried.
    expect(done.size).toBeGreaterThan(EDITS.length * 0.8);
  });
});

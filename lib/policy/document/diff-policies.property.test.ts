import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coversAction } from "#lib/policy/action-pattern.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { arbitraryPolicy } from "./arbitrary-policy.fixture.ts";
import { EDITS } from "./changes.fixture.ts";
import { diffPolicies } from "./diff-policies.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { widens } from "./widens.ts";

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

  test("what is no wider lets no action go on by itself that took a person", () => {
    let [narrower, first] = [0, 0];
    fc.assert(
      fc.property(
        arbitraryPolicy(),
        fc.shuffledSubarray([...EDITS], { minLength: 1, maxLength: 4 }),
        fc.nat(20),
        (policy, edits, pick) => {
          const after = structuredClone(policy);
          for (const { apply } of edits) apply(after, pick);
          const before = new Set(freed(policy));
          const isFreed = freed(after).some((action) => !before.has(action));
          const wider = widens(policy, after);
          if (isFreed) expect(wider).toBe(true);
          first += Number(isFreed);
          narrower += Number(!wider);
        },
      ),
      { numRuns: 300, seed: 11 },
    );
    // Both were met, or the property would hold of nothing.
    expect(Math.min(narrower, first)).toBeGreaterThan(10);
  });
});

/** Which actions that are no tool's nothing but a list answers, each with its agent: there is a list, and all of them have it. As fn_ask_action does. */
function freed({ agents, profiles }: PolicyDocument): string[] {
  return Object.entries(agents).flatMap(([name, entry]) => {
    const lists = entry.profiles.flatMap((profile) => (profiles[profile]?.auto_approve ? [profiles[profile]] : []));
    if (lists.length === 0) return [];
    return ACTION_TYPES.flatMap((actionType) =>
      CATEGORIES.filter((category) =>
        lists.every(({ auto_approve = [] }) =>
          auto_approve.some((word) => coversAction(word, { actionType, category })),
        ),
      ).map((category) => `${name} ${actionType} ${category}`),
    );
  });
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPolicy } from "./arbitrary-policy.fixture.ts";
import { EDITS } from "./changes.fixture.ts";
import { diffPolicies } from "./diff-policies.ts";
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
});

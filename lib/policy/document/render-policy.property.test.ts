import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPolicy } from "./arbitrary-policy.fixture.ts";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { parsePolicy } from "./parse-policy.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { renderPolicy } from "./render-policy.ts";

function read(text: string): PolicyDocument {
  const parsed = parsePolicy(text, { base: POLICY_AS_SHIPPED });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.details));
  return parsed.value.document;
}

/** As the database gives it back: it keeps no order of keys. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, below]) => [key, shuffled(below)]),
  );
}

describe("any policy as YAML", () => {
  test("parses back to the same policy, whatever people wrote in it", () => {
    fc.assert(
      fc.property(arbitraryPolicy(), (policy) => {
        expect(read(renderPolicy(policy))).toEqual(policy);
      }),
      { numRuns: 80 },
    );
  });

  test("is one text for one policy, in whatever order its keys came", () => {
    fc.assert(
      fc.property(arbitraryPolicy(), (policy) => {
        expect(renderPolicy(shuffled(policy) as PolicyDocument)).toBe(renderPolicy(policy));
      }),
      { numRuns: 50 },
    );
  });
});

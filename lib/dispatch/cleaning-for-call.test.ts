import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClassCleaning, classCleaningSchema, overridesOf } from "#lib/policy/document/class-cleaning.ts";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { CONTENT_KINDS, defaultPolicy, resolvePolicy, weakenedSteps } from "#lib/sanitise/policy.ts";
import { cleaningForCall } from "./cleaning-for-call.ts";

const said: fc.Arbitrary<ClassCleaning> = fc.record(
  {
    hidden: fc.constantFrom("remove", "block"),
    markup: fc.constantFrom("report", "mark", "block"),
    sentences: fc.constantFrom("report", "mark", "fence", "remove", "block"),
    max_length: fc.constantFrom(200, 5_000),
    markers: fc.constantFrom("visible", "counted"),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ClassCleaning>;

describe("how a call's output is cleaned", () => {
  test("as shipped where neither the tool nor its class says anything", () => {
    for (const outputContent of CONTENT_KINDS) {
      for (const safetyClass of SAFETY_CLASSES) {
        expect(cleaningForCall({ outputContent, safetyClass }, null)).toEqual(
          defaultPolicy(outputContent, safetyClass),
        );
      }
    }
  });

  test("by the stricter of both where both say something, step by step, and never more weakly than either", () => {
    fc.assert(
      fc.property(
        said,
        said,
        fc.constantFrom(...CONTENT_KINDS),
        fc.constantFrom(...SAFETY_CLASSES),
        (tool, klass, content, safety) => {
          const contract = { outputContent: content, safetyClass: safety, cleaning: overridesOf(tool) };
          const policy = cleaningForCall(contract, klass);
          for (const one of [tool, klass]) {
            const alone = resolvePolicy(content, safety, overridesOf(one));
            const weaker = weakenedSteps(alone, policy).filter((step) => one[step] !== undefined);
            expect(weaker).toEqual([]);
            expect(policy.maxLength ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
              one.max_length ?? Number.POSITIVE_INFINITY,
            );
            if (one.markers === "visible") expect(policy.markers).toBe("visible");
          }
        },
      ),
    );
  });

  test("by the one that speaks where one does, be it looser than what ships: people decided that", () => {
    const contract = { outputContent: "prose", safetyClass: "read" } as const;
    expect(cleaningForCall(contract, { sentences: "report" }).steps.sentences).toBe("report");
    const ofTool = { ...contract, cleaning: { steps: { markup: "report" as const } } };
    expect(cleaningForCall(ofTool, {}).steps.markup).toBe("report");
    expect(cleaningForCall(ofTool, { markup: "block" }).steps.markup).toBe("block");
  });

  test.each([
    { hidden: "report" },
    { credentials: "remove" },
    { max_length: 10 },
    { max_length: null },
    { other: "block" },
  ])("and a class cannot say %j", (cleaning) => {
    expect(classCleaningSchema.safeParse(cleaning).success).toBe(false);
  });
});

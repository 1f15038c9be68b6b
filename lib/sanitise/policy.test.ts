import { describe, expect, test } from "vitest";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import {
  CONTENT_KINDS,
  cleaningOverridesSchema,
  cleaningPolicySchema,
  defaultPolicy,
  resolvePolicy,
  weakenedSteps,
} from "./policy.ts";

describe("the policy of cleaning", () => {
  test("every default is a valid policy that leaves no escape, hidden character or credential in", () => {
    for (const content of CONTENT_KINDS) {
      for (const safetyClass of SAFETY_CLASSES) {
        const policy = cleaningPolicySchema.parse(defaultPolicy(content, safetyClass));
        expect(policy.steps).toMatchObject({ escapes: "remove", hidden: "remove", credentials: "mask" });
        expect(Object.values(policy.steps)).not.toContain("block");
      }
    }
  });

  test("source and data are changed by nothing that can be left, and say so by count", () => {
    const { steps, markers } = defaultPolicy("verbatim", "network");
    expect([steps.markup, steps.concealed, steps.roles, steps.sentences, steps.encoded]).toEqual(
      Array.from({ length: 5 }, () => "report"),
    );
    expect(markers).toBe("counted");
  });

  test("no policy can leave credentials, escapes or hidden characters in", () => {
    for (const step of ["escapes", "hidden", "credentials"]) {
      expect(cleaningOverridesSchema.safeParse({ steps: { [step]: "report" } }).success).toBe(false);
    }
    expect(cleaningOverridesSchema.safeParse({ steps: { sentences: "report" } }).success).toBe(true);
    expect(cleaningOverridesSchema.safeParse({ steps: { other: "report" } }).success).toBe(false);
  });

  test("a later override is the stronger, and what it leaves out stays", () => {
    const policy = resolvePolicy(
      "prose",
      "network",
      { steps: { sentences: "remove" }, maxLength: 1000 },
      { steps: { sentences: "block" }, markers: "counted" },
      undefined,
    );
    expect(policy).toEqual({
      steps: { ...defaultPolicy("prose").steps, sentences: "block" },
      maxLength: 1000,
      markers: "counted",
    });
  });

  test("a weaker treatment of a step is named", () => {
    const before = defaultPolicy("prose", "network");
    expect(weakenedSteps(before, defaultPolicy("verbatim"))).toEqual(["markup", "concealed", "roles", "sentences"]);
    expect(weakenedSteps(defaultPolicy("verbatim"), before)).toEqual([]);
  });
});

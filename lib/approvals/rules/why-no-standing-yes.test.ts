import { expect, it } from "vitest";
import { whyNoStandingYes } from "./why-no-standing-yes.ts";

const light = {
  status: "pending",
  tier: "medium",
  required: 1,
  tool: { safetyClass: "write", findings: [] },
  right: { approve: true, sentence: null },
} as const;

it("lets light calls of one person have a standing yes", () => {
  expect(whyNoStandingYes(light)).toBe(null);
});

it("says why graver ones are approved one by one", () => {
  expect(whyNoStandingYes({ ...light, tool: { ...light.tool, safetyClass: "financial" } })).toContain("Financial");
  expect(whyNoStandingYes({ ...light, tier: "high" })).toContain("risk");
  expect(whyNoStandingYes({ ...light, required: 2 })).toContain("risk");
  expect(whyNoStandingYes({ ...light, right: { approve: false, sentence: "You own this agent." } })).toBe(
    "You own this agent.",
  );
});

import { expect, it } from "vitest";
import { whyNoStandingYes } from "./why-no-standing-yes.ts";

const light = {
  status: "pending",
  tier: "medium",
  required: 1,
  trace: null,
  tool: { safetyClass: "write", findings: [] },
  right: { approve: true, sentence: null },
} as const;

it("lets light calls of one person have a standing yes", () => {
  expect(whyNoStandingYes(light)).toBe(null);
});

it("says why graver ones are approved one by one", () => {
  expect(whyNoStandingYes({ ...light, tool: { ...light.tool, safetyClass: "financial" } })).toContain("Financial");
  expect(whyNoStandingYes({ ...light, tier: "high" })).toContain("risk");
  const line = {
    rule: "target.first_seen",
    stage: "decide",
    concluded: "pass",
    saw: "recipient bob",
    sentence: "x",
  } as const;
  const trace = {
    version: 1,
    policyVersion: 1,
    verdict: { kind: "hold", people: 1 },
    tier: "high",
    lines: [line],
  } as const;
  expect(whyNoStandingYes({ ...light, tier: "high", trace: { ...trace, lines: [line] } })).toContain("first time");
  expect(whyNoStandingYes({ ...light, required: 2 })).toContain("risk");
  expect(whyNoStandingYes({ ...light, right: { approve: false, sentence: "You own this agent." } })).toBe(
    "You own this agent.",
  );
});

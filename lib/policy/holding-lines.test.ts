import { expect, it } from "vitest";
import type { DecisionTrace, TraceLine } from "./decision-trace.ts";
import { holdingLines } from "./holding-lines.ts";

const line = (rule: string, saw: string, stage: TraceLine["stage"], concluded: TraceLine["concluded"]): TraceLine => ({
  rule,
  saw,
  stage,
  concluded,
  sentence: `By ${rule}.`,
});
const traceOf = (lines: TraceLine[]): DecisionTrace => ({
  version: 1,
  policyVersion: 2,
  verdict: { kind: "hold", people: 1 },
  tier: "medium",
  lines,
});

it("tells a reason once that the checks and the database both came to, and each thing that one rule saw", () => {
  const lines = [
    line("level.category", "standard: deployment", "check", "hold"),
    line("contract.input", "", "check", "pass"),
    line("level.requires_approval", "standard: deploy:*", "decide", "hold"),
    line("level.requires_approval", "standard: deploy:production", "decide", "hold"),
    line("level.category", "standard: deployment", "decide", "hold"),
  ];
  expect(holdingLines(traceOf(lines)).map(({ rule, saw }) => [rule, saw])).toEqual([
    ["level.category", "standard: deployment"],
    ["level.requires_approval", "standard: deploy:*"],
    ["level.requires_approval", "standard: deploy:production"],
  ]);
  expect(holdingLines(null)).toEqual([]);
});

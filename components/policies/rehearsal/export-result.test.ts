import { expect, test } from "vitest";
import type { RehearsedPair } from "#lib/policy/rehearsal/rehearsal-result.ts";
import { resultAsCsv } from "./export-result.ts";

const pair: RehearsedPair = {
  agentId: "a",
  agent: "scribe",
  tool: "-2+3",
  calls: 5,
  changed: 3,
  looser: 1,
  transitions: [
    { from: "run", to: "hold 1", looser: false, calls: 2 },
    { from: "deny", to: "run", looser: true, calls: 1 },
  ],
  examples: [
    { id: "one", askedAt: 0, from: "run", to: "hold 1" },
    { id: "two", askedAt: 0, from: "run", to: "hold 1" },
    { id: "three", askedAt: 0, from: "deny", to: "run" },
  ],
};

test("a row for each transition, and no name that a spreadsheet would run", () => {
  expect(resultAsCsv({ pairs: [pair] }).split("\r\n")).toEqual([
    "agent,tool,calls,from,to,changed,looser,examples",
    "scribe,'-2+3,5,run,hold 1,2,stricter,one two",
    "scribe,'-2+3,5,deny,run,1,looser,three",
    "",
  ]);
});

import { expect, it } from "vitest";
import { groupSettings } from "./setting-groups.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));

it("puts limits with others of their kind, in the order that they came in", () => {
  expect(
    groupSettings(named("agent_concurrency", "approval_minutes_low", "approval_minutes_high", "raw_retention_days")),
  ).toEqual([
    { title: "How long people have", settings: named("approval_minutes_low", "approval_minutes_high") },
    { title: "How calls run", settings: named("agent_concurrency") },
    { title: "What is kept", settings: named("raw_retention_days") },
  ]);
});

it("loses none: what no group knows stands last", () => {
  expect(groupSettings(named("of_tomorrow", "step_up"))).toEqual([
    { title: "How people decide", settings: named("step_up") },
    { title: "Others", settings: named("of_tomorrow") },
  ]);
});

import { expect, test } from "vitest";
import { scanTool } from "#lib/registry/scan/scan-tool.ts";
import { plainPass } from "../baselines/plain-pass.ts";
import { honestDefinition, weightOf } from "./definition.ts";

test("the definition that is measured has about four kilobytes and is honest", () => {
  expect(weightOf(honestDefinition())).toBeGreaterThan(4_000);
  expect(weightOf(honestDefinition())).toBeLessThan(5_500);
  expect(scanTool(honestDefinition()).verdict).toBe("ok");
});

test("the plain pass reads every unit of every text and name", () => {
  expect(plainPass({ a: ["b", { c: 1 }] })).toBe(
    "a".charCodeAt(0) + "0".charCodeAt(0) + "b".charCodeAt(0) + "1".charCodeAt(0) + "c".charCodeAt(0),
  );
});

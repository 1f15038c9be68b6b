import { describe, expect, it } from "vitest";
import type { Change } from "#lib/registry/drift/change.ts";
import { gatherChanges } from "./gather-changes.ts";

const change = (code: Change["code"], pointer: string, severity: Change["severity"]): Change => ({
  part: "description",
  pointer,
  code,
  severity,
  widening: false,
});

describe("the changes of one part", () => {
  it("stand with the gravest first, and the same thing at the same place once, with its number", () => {
    const gathered = gatherChanges([
      change("text.changed", "/description", "review"),
      change("scan.hit", "/description", "critical"),
      change("scan.hit", "/description", "critical"),
      change("scan.hit", "/title", "critical"),
    ]);
    expect(gathered.map(({ change: { code, pointer }, times }) => `${code} ${pointer} ${times}`)).toEqual([
      "scan.hit /description 2",
      "scan.hit /title 1",
      "text.changed /description 1",
    ]);
  });
});

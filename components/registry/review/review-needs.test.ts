import { describe, expect, it } from "vitest";
import type { Change } from "#lib/registry/drift/change.ts";
import { notYetSeen, partsToSee, takesTypedName } from "./review-needs.ts";

const change: Change = {
  part: "description",
  pointer: "/description",
  code: "text.changed",
  severity: "review",
  widening: false,
};

describe("before a version can be approved", () => {
  it("the tool's name has to be typed if five things changed or anything was found", () => {
    expect(takesTypedName([change], 0)).toBe(false);
    expect(takesTypedName(Array(4).fill(change), 0)).toBe(false);
    expect(takesTypedName(Array(5).fill(change), 0)).toBe(true);
    expect(takesTypedName([change], 1)).toBe(true);
    expect(takesTypedName(null, 1)).toBe(true);
    expect(takesTypedName(null, 0)).toBe(false);
  });

  it("what changed, or of a first version the contract, has to be looked at to the end, and all findings", () => {
    expect(partsToSee(true, 0)).toEqual(["changes"]);
    expect(partsToSee(false, 2)).toEqual(["contract", "findings"]);
    expect(notYetSeen(["changes", "findings"], new Set(["changes"]))).toBe("Look at the findings first, to the end");
    expect(notYetSeen(["changes"], new Set(["changes"]))).toBeUndefined();
  });
});

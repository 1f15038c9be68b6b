import { describe, expect, it } from "vitest";
import type { Role } from "#lib/policy/vocabulary.ts";
import { itemRight } from "./item-right.ts";

const viewer = (role: Role) => ({ personId: "p", name: "P", email: "p@example.test", role });
const standing = { stake: null, voted: false, countsFrom: null, halted: null };

describe("who may answer a question that is not a call", () => {
  it.each([
    ["tool_version", ["reviewer"]],
    ["policy_version", ["reviewer"]],
    ["trust_change", ["reviewer", "admin"]],
    ["team_run", ["operator", "reviewer"]],
  ] as const)("%s: %s", (kind, roles) => {
    for (const role of ["viewer", "operator", "reviewer", "admin"] as const) {
      const right = itemRight({ ...standing, kind, viewer: viewer(role) });
      expect([right.approve, right.reject], role).toEqual(Array(2).fill((roles as readonly Role[]).includes(role)));
    }
  });

  it("lets who has a stake say no and never yes, and says why", () => {
    const right = itemRight({ ...standing, kind: "team_run", viewer: viewer("operator"), stake: "you own this agent" });
    expect(right).toEqual({ approve: false, reject: true, sentence: expect.stringContaining("you own this agent") });
  });

  it("lets nobody start what is stopped", () => {
    const right = itemRight({
      ...standing,
      kind: "team_run",
      viewer: viewer("reviewer"),
      halted: "this agent is frozen",
    });
    expect(right).toEqual({ approve: false, reject: true, sentence: expect.stringContaining("frozen") });
  });

  it("gives one vote", () => {
    expect(itemRight({ ...standing, kind: "trust_change", viewer: viewer("admin"), voted: true })).toMatchObject({
      approve: false,
      reject: false,
    });
  });
});

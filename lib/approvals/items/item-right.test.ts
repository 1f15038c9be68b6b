import { describe, expect, it } from "vitest";
import type { Role } from "#lib/policy/vocabulary.ts";
import { itemRight } from "./item-right.ts";

const viewer = (role: Role) => ({ personId: "p", name: "P", email: "p@example.test", role });
const standing = { stake: null, voted: false, countsFrom: null, agedFrom: null, halted: null };

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

  it("gives one vote, and lets whoever said yes take it back by a no", () => {
    expect(itemRight({ ...standing, kind: "trust_change", viewer: viewer("admin"), voted: true })).toEqual({
      approve: false,
      reject: true,
      sentence: expect.stringContaining("takes your yes back"),
    });
  });

  it("says from when a new role counts where two people are needed", () => {
    const right = itemRight({
      ...standing,
      kind: "trust_change",
      viewer: viewer("admin"),
      agedFrom: "2026-01-02T03:04:05.678Z",
    });
    expect(right).toEqual({ approve: false, reject: true, sentence: expect.stringContaining("2026-01-02 03:04 UTC") });
  });
});

import { describe, expect, it } from "vitest";
import type { Role } from "#lib/policy/vocabulary.ts";
import { reviewRight } from "./review-right.ts";

const viewer = (role: Role) => ({ personId: "p", name: "x", email: "x@example.test", role });
const standing = { viewer: viewer("reviewer"), isAuthor: false, voted: false, countsFrom: null, agedFrom: null };

describe("what a person may do with a version in review", () => {
  it("is everything for a reviewer who did not write it", () => {
    expect(reviewRight(standing)).toEqual({ approve: true, reject: true, sentence: null });
  });

  it("is a no, and never a yes, for whoever wrote it", () => {
    const right = reviewRight({ ...standing, isAuthor: true });
    expect(right).toMatchObject({ approve: false, reject: true });
    expect(right.sentence).toContain("you wrote it");
  });

  it.each(["viewer", "operator", "admin"] as const)("is nothing for a person with the role %s", (role) => {
    expect(reviewRight({ ...standing, viewer: viewer(role) })).toMatchObject({ approve: false, reject: false });
  });

  it("is a no after a yes of their own, and where two are needed while their role is new", () => {
    expect(reviewRight({ ...standing, voted: true })).toMatchObject({ approve: false, reject: true });
    const soon = reviewRight({ ...standing, agedFrom: "2026-11-17T08:00:00.000Z" });
    expect(soon).toMatchObject({ approve: false, reject: true });
    expect(soon.sentence).toContain("2026-11-17 08:00 UTC");
  });

  it("is nothing before votes count", () => {
    const soon = reviewRight({ ...standing, countsFrom: "2026-11-17T08:00:00.000Z" });
    expect(soon).toMatchObject({ approve: false, reject: false });
    expect(soon.sentence).toContain("2026-11-17 08:00 UTC");
  });
});

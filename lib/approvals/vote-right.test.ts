import { describe, expect, it } from "vitest";
import type { Role } from "#lib/policy/vocabulary.ts";
import { voteRight } from "./vote-right.ts";

const standing = { ownsAgent: false, edited: false, voted: false };
const viewer = (role: Role) => ({ personId: "p", name: "P", email: "p@example.test", role });

describe("voteRight", () => {
  it("lets operators and reviewers decide, and nobody else", () => {
    for (const role of ["operator", "reviewer"] as const)
      expect(voteRight({ ...standing, viewer: viewer(role) })).toMatchObject({
        approve: true,
        reject: true,
        sentence: null,
      });
    for (const role of ["viewer", "admin"] as const)
      expect(voteRight({ ...standing, viewer: viewer(role) })).toMatchObject({ approve: false, reject: false });
  });

  it("lets who owns the agent or edited the input say no, but never yes", () => {
    for (const stake of [{ ownsAgent: true }, { edited: true }])
      expect(voteRight({ ...standing, ...stake, viewer: viewer("operator") })).toMatchObject({
        approve: false,
        reject: true,
      });
  });

  it("gives one vote a revision", () => {
    expect(voteRight({ ...standing, voted: true, viewer: viewer("operator") })).toMatchObject({
      approve: false,
      reject: false,
    });
  });
});

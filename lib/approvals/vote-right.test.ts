import { describe, expect, it } from "vitest";
import type { Role } from "#lib/policy/vocabulary.ts";
import { voteRight } from "./vote-right.ts";

const standing = {
  voters: ["operator", "reviewer"] as const,
  ownsAgent: false,
  edited: false,
  voted: false,
  frozen: false,
  stopped: false,
  countsFrom: null,
  agedFrom: null,
};
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

  it("lets only those say yes whom the policy has vote on the class, and anybody who decides say no", () => {
    const voters = ["reviewer"] as const;
    expect(voteRight({ ...standing, voters, viewer: viewer("reviewer") })).toMatchObject({ approve: true });
    expect(voteRight({ ...standing, voters, viewer: viewer("operator") })).toEqual({
      approve: false,
      reject: true,
      sentence: expect.stringContaining("decided by the role reviewer"),
    });
  });

  it("lets who owns the agent or edited the input say no, but never yes", () => {
    for (const stake of [{ ownsAgent: true }, { edited: true }])
      expect(voteRight({ ...standing, ...stake, viewer: viewer("operator") })).toMatchObject({
        approve: false,
        reject: true,
      });
  });

  it("lets nobody approve what could not run, but anybody who decides reject it", () => {
    for (const [state, words] of [
      [{ frozen: true }, "this agent is frozen"],
      [{ stopped: true }, "stopped by the kill switch"],
    ] as const)
      expect(voteRight({ ...standing, ...state, viewer: viewer("reviewer") })).toEqual({
        approve: false,
        reject: true,
        sentence: expect.stringContaining(words),
      });
  });

  it("says from when the votes of a person count whose role one admin gave alone", () => {
    const right = voteRight({ ...standing, countsFrom: "2026-01-02T03:04:05.678Z", viewer: viewer("operator") });
    expect(right).toEqual({
      approve: false,
      reject: true,
      sentence: expect.stringContaining("your votes count from 2026-01-02 03:04 UTC."),
    });
  });

  it("gives one vote a revision, and lets whoever said yes take it back by a no", () => {
    expect(voteRight({ ...standing, voted: true, viewer: viewer("operator") })).toEqual({
      approve: false,
      reject: true,
      sentence: expect.stringContaining("takes your yes back"),
    });
  });

  it("says from when a new role counts where two people are needed", () => {
    const right = voteRight({ ...standing, agedFrom: "2026-01-02T03:04:05.678Z", viewer: viewer("operator") });
    expect(right).toEqual({
      approve: false,
      reject: true,
      sentence: expect.stringContaining("it counts from 2026-01-02 03:04 UTC."),
    });
  });
});

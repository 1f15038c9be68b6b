import { describe, expect, test } from "vitest";
import { SAFETY_CLASSES } from "../vocabulary.ts";
import { judgeTier, tierOf } from "./tier.ts";

describe("tiers", () => {
  const calm = { alarm: false, drifted: false, firstSeenTarget: false };

  test("are the larger of declared risk and class", () => {
    const tiers = SAFETY_CLASSES.map((safety) => tierOf("low", safety, calm));
    expect(tiers).toEqual(["low", "medium", "medium", "high", "dual"]);
    expect(tierOf("high", "read", calm)).toBe("high");
    expect(tierOf("medium", "read", calm)).toBe("medium");
    expect(tierOf(undefined, "read", calm)).toBe("low");
  });

  test("rise by one for any signal, once, and no further than dual", () => {
    for (const signal of ["alarm", "drifted", "firstSeenTarget"] as const) {
      expect(tierOf("low", "read", { ...calm, [signal]: true })).toBe("medium");
    }
    expect(tierOf("low", "read", { alarm: true, drifted: true, firstSeenTarget: true })).toBe("medium");
    expect(tierOf("high", "privileged", { ...calm, alarm: true })).toBe("dual");
  });

  test("the highest takes two people, however a call got there; a privileged tool has said so already", () => {
    expect(judgeTier("dual", "financial")).toEqual([
      {
        rule: "tier.dual",
        stage: "decide",
        concluded: "hold",
        people: 2,
        saw: "tier dual",
        sentence: "Calls of the highest tier take two distinct people.",
      },
    ]);
    expect(judgeTier("dual", "privileged")).toEqual([]);
    expect(judgeTier("high", "financial")).toEqual([]);
  });
});

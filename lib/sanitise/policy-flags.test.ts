import { describe, expect, test } from "vitest";
import { defaultPolicy } from "./policy.ts";
import { readPolicyFlags } from "./policy-flags.ts";

describe("a policy on the command line", () => {
  test("without flags it is the default of prose", () => {
    expect(readPolicyFlags({ steps: [] })).toEqual({
      ok: true,
      value: { content: "prose", policy: defaultPolicy("prose") },
    });
  });

  test("flags override the defaults of content and class", () => {
    const read = readPolicyFlags({
      content: "verbatim",
      safetyClass: "network",
      steps: ["markup=mark", "credentials=block"],
      maxLength: "1000",
      markers: "visible",
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        policy: {
          steps: { markup: "mark", credentials: "block", roles: "report" },
          maxLength: 1000,
          markers: "visible",
        },
      },
    });
  });

  test.each([
    ["content", { steps: [], content: "html" }],
    ["class", { steps: [], safetyClass: "none" }],
    ["step", { steps: ["colours=remove"] }],
    ["step credentials", { steps: ["credentials=report"] }],
    ["max-length is a number of characters from 200 to 67108864", { steps: [], maxLength: "many" }],
    ["markers", { steps: [], markers: "loud" }],
  ])("a wrong --%s is refused in our own words", (name, flags) => {
    const read = readPolicyFlags(flags);
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(`--${name}`) });
    expect(JSON.stringify(read)).not.toMatch(/html|colours|many|loud/);
  });
});

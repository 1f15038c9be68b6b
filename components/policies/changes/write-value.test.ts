import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { writeValue } from "./write-value.ts";

const PROFILE = {
  description: "For agents that are new: few hosts.",
  rules: [
    { tool: "http_fetch", reason: "Only the partner.", hosts: ["*.partner.com:443"], limits: { wallSeconds: 20 } },
    { action: "fs:delete", reason: "# not a comment", deny: true, until: "2027-01-01T00:00:00Z" },
  ],
  human_approval: [],
  approval_minutes: {},
  budgets: [{ calls: 100, per: "hour" }],
};

describe("a part of the policy on a page", () => {
  it("reads as what it is", () => {
    expect(parse(writeValue(PROFILE).join("\n"))).toEqual(PROFILE);
    expect(parse(writeValue({ a: [], b: {}, c: [["x"], { d: null }] }).join("\n"))).toEqual({
      ...{ a: [], b: {} },
      c: [["x"], { d: null }],
    });
  });

  it("puts a word into quotes that could be taken for something else", () => {
    expect(writeValue(["yes: no", "12", "- a", "a\nb", "No", "plain"])).toEqual([
      '["yes: no", "12", "- a", "a\\nb", "No", plain]',
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { explainGrants } from "./explain-grant.ts";

const policy = compilePolicy(
  policyDocumentSchema.parse({
    ...POLICY_AS_SHIPPED,
    agents: { scribe: { narrow: { network: "none", terminal: "full" } } },
  }),
);

describe("what an agent reaches, and where that is written", () => {
  it("is one answer where it is trusted the same everywhere", () => {
    const groups = explainGrants(policy, { name: "other", declared: "standard", trust: {} });
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ level: "standard" });
    expect(groups[0]?.lines.find(({ field }) => field === "git")).toEqual({
      field: "git",
      holds: "full",
      said: [{ from: "level standard", value: "full", binds: true }],
    });
  });

  it("tells the category apart in which it is trusted less, and says that trust is why", () => {
    const groups = explainGrants(policy, { name: "other", declared: "standard", trust: { web: "sandboxed" } });
    expect(groups.map(({ level, categories }) => [level, categories.length])).toEqual([
      ["standard", 11],
      ["sandboxed", 1],
    ]);
    expect(groups[1]?.lines[0]?.said[0]?.from).toBe("level sandboxed, by trust");
  });

  it("says the same of a level as the page of the levels: no deployment where nothing connects, a person where it does", () => {
    const deployment = (declared: "sandboxed" | "restricted" | "elevated") => {
      const [group] = explainGrants(policy, { name: "other", declared, trust: {} });
      return group?.lines.find(({ field }) => field === "deployment");
    };
    expect(deployment("sandboxed")).toMatchObject({ holds: "no", said: [{ from: "level sandboxed", binds: true }] });
    expect(deployment("restricted")).toMatchObject({ holds: "with a person" });
    expect(deployment("elevated")).toMatchObject({ holds: "by the classes" });
    const [group] = explainGrants(policy, { name: "other", declared: "restricted", trust: {} });
    expect(group?.lines.find(({ field }) => field === "network")).toMatchObject({ holds: "listed hosts" });
  });

  it("names the entry where it narrows, and not where it would only give more", () => {
    const [group] = explainGrants(policy, { name: "scribe", declared: "standard", trust: {} });
    const line = (field: string) => group?.lines.find((each) => each.field === field);
    expect(line("network")).toMatchObject({
      holds: "none",
      said: [
        { from: "level standard", value: "open", binds: false },
        { from: "agent entry", value: "none", binds: true },
      ],
    });
    expect(line("terminal")).toMatchObject({
      holds: "restricted commands",
      said: [
        { from: "level standard", binds: true },
        { from: "agent entry", value: "full", binds: false },
      ],
    });
  });
});

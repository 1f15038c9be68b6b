import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS, accessGrantSchema } from "../access-level.ts";
import { actingGrant, type DecidedAgent, trustIn } from "./acting-grant.ts";
import { documentWith } from "./call.fixture.ts";
import { compilePolicy } from "./compile-policy.ts";

const shipped = documentWith({}).tool_access.levels;
const night = accessGrantSchema.parse({ network: "open", git: "full", deployment: true, requires_approval: ["fs"] });

function acting(agent: Partial<DecidedAgent>, entry: Record<string, unknown> = {}, levels: object = { night }) {
  const policy = compilePolicy(
    documentWith({ agents: { scout: entry }, tool_access: { levels: { ...shipped, ...levels } } }),
  );
  return actingGrant(policy, { name: "scout", declared: "standard", trust: {}, ...agent }, "web");
}

describe("the level at which an agent acts", () => {
  test("is what was declared, where nothing is said of trust", () => {
    expect(acting({})).toEqual({ level: "standard", grant: ACCESS_GRANTS.standard });
  });

  test("is the lowest of what was declared and what it is trusted with, as a whole and in the category", () => {
    expect(acting({ trust: { all: "restricted" } }).level).toBe("restricted");
    expect(acting({ trust: { web: "sandboxed", all: "restricted" } })).toEqual({
      level: "sandboxed",
      grant: { ...ACCESS_GRANTS.sandboxed, requires_approval: ["deploy", "db:mutate"] },
    });
    expect(acting({ trust: { all: "sandboxed", web: "restricted" } }).level).toBe("sandboxed");
    expect(acting({ trust: { all: "elevated" } }).level).toBe("standard");
    expect(acting({ trust: { terminal: "sandboxed" } }).level).toBe("standard");
    expect(acting({ declared: "elevated", trust: { all: "standard" } }).level).toBe("standard");
  });

  test("trust that reaches further than the level adds nothing", () => {
    expect(acting({ trust: { all: "elevated" } }).grant).toEqual(ACCESS_GRANTS.standard);
  });

  test("what a level takes a person for, those below it take one for: losing trust frees nothing", () => {
    const levels = {
      restricted: { ...shipped.restricted, requires_approval: ["deploy"] },
      elevated: { ...shipped.elevated, requires_approval: ["db:admin"] },
    };
    const asks = (level: "sandboxed" | "restricted" | "standard" | "elevated") =>
      acting({ declared: "elevated", trust: { all: level } }, {}, levels).grant.requires_approval;
    expect(asks("elevated")).toEqual(["db:admin"]);
    expect(asks("standard")).toEqual(["db:admin"]);
    expect(asks("restricted")).toEqual(["deploy", "db:admin"]);
    expect(asks("sandboxed")).toEqual(["deploy", "db:admin"]);
    const own = acting(
      { declared: "custom", trust: { all: "sandboxed" } },
      { custom_level: "night" },
      { night, ...levels },
    );
    expect(own.grant.requires_approval).toEqual(["fs", "deploy", "db:admin"]);
  });

  test("nobody is trusted with custom: that is no trust at all", () => {
    expect(acting({ trust: { all: "custom" } }).level).toBe("sandboxed");
    const agent: DecidedAgent = { name: "scout", declared: "custom", trust: { all: "standard", web: "custom" } };
    expect(trustIn(agent, "web")).toEqual([
      { scope: "web", level: "sandboxed" },
      { scope: "all", level: "standard" },
    ]);
  });

  test("a custom level is the one that the entry names, met with that of trust", () => {
    const custom = { declared: "custom" } as const;
    expect(acting(custom, { custom_level: "night" })).toEqual({ level: "custom", grant: night });
    expect(acting({ ...custom, trust: { all: "restricted" } }, { custom_level: "night" })).toEqual({
      level: "custom",
      grant: {
        ...night,
        network: "allowlist_only",
        git: "read_and_branch",
        deployment: false,
        requires_approval: ["fs", "deploy", "db:mutate"],
      },
    });
  });

  test("a custom level that is not named, or not there, gives the least", () => {
    const least = accessGrantSchema.parse({});
    expect(acting({ declared: "custom" }).grant).toMatchObject({ network: "none", git: "local_only" });
    expect(acting({ declared: "custom" }, { custom_level: "gone" }).grant).toEqual(least);
    expect(acting({ declared: "custom" }, {}, { custom: night }).grant).toEqual(night);
  });

  test("a level that its entry gives it takes the declared one's place, and trust narrows it all the same", () => {
    const given = acting({}, { custom_level: "night" });
    expect(given).toEqual(acting({ declared: "custom" }, { custom_level: "night" }));
    expect(given.level).toBe("custom");
    const trusted = acting({ trust: { all: "sandboxed" } }, { custom_level: "night" });
    expect(trusted.grant.network).toBe("none");
  });

  test("the entry narrows whatever the level gives, and never widens it", () => {
    const { grant } = acting(
      {},
      { narrow: { network: "allowlist_only", file_system: "full", requires_approval: ["web"] } },
    );
    expect(grant).toEqual({
      ...ACCESS_GRANTS.standard,
      network: "allowlist_only",
      file_system: "project_directory",
      requires_approval: ["web"],
    });
  });
});

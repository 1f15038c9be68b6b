import { describe, expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { budgetSchema, outsideCheckSchema, policyDocumentSchema, policyRuleSchema } from "./policy-document.ts";
import { trustSectionSchema } from "./trust-section.ts";

const accepts = (change: object) => policyDocumentSchema.safeParse({ ...POLICY_AS_SHIPPED, ...change }).success;
const many = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const letters = (count: number) => "a".repeat(count);
const rule = (fields: object) => ({ profiles: { p: { rules: [{ tool: "t", reason: "r", ...fields }] } } });
const profile = (fields: object) => ({ profiles: { p: fields } });
const entry = (fields: object) => ({ agents: { ada: fields } });
const check = (fields: object) => ({ checks: [{ name: "c", url: "https://a.example/", ...fields }] });

describe("there may be so much of each, and not one more", () => {
  test.each<[string, number, (count: number) => object]>([
    ["letters of a profile's name", 48, (count) => ({ profiles: { [letters(count)]: {} } })],
    ["letters of a tool's name", 128, (count) => rule({ tool: letters(count) })],
    ["letters of a reason", 400, (count) => rule({ reason: letters(count) })],
    ["letters of a description", 400, (count) => profile({ description: letters(count) })],
    ["letters of a family", 32, (count) => profile({ human_approval: [letters(count)] })],
    ["letters of an action", 32, (count) => profile({ human_approval: [`a:${letters(count)}`] })],
    ["letters of an action's family", 32, (count) => profile({ human_approval: [`${letters(count)}:a`] })],
    ["people of a rule", 2, (count) => rule({ people: count })],
    ["calls of a tool", 1_000_000, (count) => rule({ max_invocations: count })],
    ["hosts", 100, (count) => rule({ hosts: many(count, "a:1") })],
    ["patterns to read", 100, (count) => rule({ read: many(count, "/a") })],
    ["patterns to write", 100, (count) => rule({ write: many(count, "/a") })],
    ["tools to wait for", 20, (count) => rule({ only_after: many(count, "t") })],
    ["rules", 200, (count) => profile({ rules: many(count, { tool: "t", reason: "r" }) })],
    ["budgets", 50, (count) => profile({ budgets: many(count, { calls: 1, per: "day" }) })],
    ["calls of a budget", 1_000_000, (count) => profile({ budgets: [{ calls: count, per: "day" }] })],
    ["a budget's cost", 1e9, (count) => profile({ budgets: [{ cost: count, per: "day" }] })],
    ["minutes", 1440, (count) => profile({ approval_minutes: { deploy: count } })],
    ["profiles of an agent", 8, (count) => entry({ profiles: many(count, "p") })],
    ["allowed tools", 200, (count) => entry({ allow: many(count, "t") })],
    ["denied tools", 200, (count) => entry({ deny: many(count, "t") })],
    ["programs of a narrowed agent", 100, (count) => entry({ narrow: { commands: many(count, "a") } })],
    ["checks", 10, (count) => ({ checks: many(count, check({}).checks[0]) })],
    ["letters of a check's address", 400, (count) => check({ url: `https://a/${letters(count - 10)}` })],
    ["tools of a check", 200, (count) => check({ tools: many(count, "t") })],
    ["milliseconds of a check", 10_000, (count) => check({ timeout_ms: count })],
  ])("%s: %i", (_what, most, make) => {
    expect([accepts(make(most)), accepts(make(most + 1))]).toEqual([true, false]);
  });

  test.each<[string, number, (count: number) => object]>([
    ["calls of a tool", 0, (count) => rule({ max_invocations: count })],
    ["people of a rule", 1, (count) => rule({ people: count })],
    ["backends", 1, (count) => rule({ backends: many(Math.max(count, 0), "gvisor") })],
    ["tools to wait for", 1, (count) => rule({ only_after: many(Math.max(count, 0), "t") })],
    ["calls of a budget", 1, (count) => profile({ budgets: [{ calls: count, per: "day" }] })],
    ["minutes", 5, (count) => profile({ approval_minutes: { deploy: count } })],
    ["milliseconds of a check", 100, (count) => check({ timeout_ms: count })],
    ["tools of a check", 1, (count) => check({ tools: many(Math.max(count, 0), "t") })],
  ])("%s: not less than %i", (_what, least, make) => {
    expect([accepts(make(least)), accepts(make(least - 1))]).toEqual([true, false]);
  });
});

describe("words that look right and are not", () => {
  test.each([
    ...["Fs:read", "fs:Read", "fs:", ":read", "fs:read:x", "fs read", "1fs", "fs:1read", "xfs:read\n", " fs:read"],
    ...["", "fs-read", "*"],
  ])("%j is no action", (word) => {
    expect(accepts(profile({ human_approval: [word] }))).toBe(false);
  });

  test.each(["A", "a b", "a-b", "_a", "1a", "", "a\n", " a"])("%j is no name of a profile, level or check", (word) => {
    expect(accepts({ profiles: { [word]: {} } })).toBe(false);
    expect(accepts(entry({ profiles: [word] }))).toBe(false);
    expect(accepts(entry({ custom_level: word }))).toBe(false);
    expect(accepts(check({ name: word }))).toBe(false);
    expect(
      accepts({ tool_access: { levels: { ...POLICY_AS_SHIPPED.tool_access.levels, [word]: {} } } }),
      "a level",
    ).toBe(false);
  });

  test.each(["a", "a_1", "z9"])("%j is one", (word) => {
    expect(accepts({ profiles: { [word]: {} } })).toBe(true);
  });

  test.each([
    ...["ftp://a.example/", "javascript:alert(1)", "file:///etc/passwd", "//a.example/", "a.example", "xhttps://a/"],
    ...["httpsx://a/", ""],
  ])("%j is no address of a check", (url) => {
    expect(accepts(check({ url }))).toBe(false);
  });

  test.each(["http://a.example/", "https://a.example:8443/x?y"])("%j is one", (url) => {
    expect(accepts(check({ url }))).toBe(true);
  });
});

describe("when a rule ends", () => {
  test.each([
    ...["2027-01-31T18:00:00Z", "2027-01-31T18:00:00.5Z", "2027-01-31T18:00:00+14:00", "2027-01-31T18:00:00-15:59"],
    ...["2028-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2027-01-31T18:00:00.00001Z"],
  ])("may be %s", (until) => {
    expect(accepts(rule({ until }))).toBe(true);
  });

  test.each([
    ...["0000-01-01T00:00:00Z", "2027-01-31T18:00:00+16:00", "2027-01-31T18:00:00-23:00", "2027-02-29T00:00:00Z"],
    ...["2027-01-31", "2027-01-31T24:00:00Z", "2027-01-31T23:59:60Z", "2027-01-31T18:00:00", "+012027-01-31T18:00:00Z"],
    ...["infinity", "now", "tomorrow", ""],
  ])("is never %j", (until) => {
    const parsed = policyRuleSchema.safeParse({ tool: "t", reason: "r", until });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      "A time is written 2027-01-31T18:00:00Z, or with +02:00 for the Z.",
    ]);
  });
});

describe("what is left out", () => {
  test("of a check is two seconds, and every tool", () => {
    expect(outsideCheckSchema.parse({ name: "c", url: "https://a.example/" })).toEqual({
      name: "c",
      url: "https://a.example/",
      timeout_ms: 2000,
    });
  });

  test("of a profile and of an agent's entry says nothing", () => {
    const { profiles, agents } = policyDocumentSchema.parse({
      ...POLICY_AS_SHIPPED,
      profiles: { p: {} },
      agents: { ada: {} },
    });
    expect(profiles.p).toEqual({ description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] });
    expect(agents.ada).toEqual({ profiles: [], allow: [], deny: [], enforce_tool_policies: true });
  });

  test("of a level is its tightest, and other words for actions become ours wherever they stand", () => {
    const word = { requires_approval: ["git"] };
    const document = policyDocumentSchema.parse({
      ...POLICY_AS_SHIPPED,
      tool_access: { levels: { ...POLICY_AS_SHIPPED.tool_access.levels, night: {}, day: word } },
      profiles: {
        p: {
          rules: [{ action: "git", reason: "r" }],
          auto_approve: ["git"],
          human_approval: ["git"],
          approval_minutes: { git: 5 },
          budgets: [{ action: "git", calls: 1, per: "day" }],
        },
      },
      agents: { ada: { narrow: word } },
    });
    expect(document.tool_access.levels.night).toEqual({
      file_system: "workspace_only",
      code_execution: "containerized",
      network: "none",
      git: "local_only",
      terminal: "none",
      deployment: false,
      requires_approval: [],
    });
    expect(document.tool_access.levels.day?.requires_approval).toEqual(["version_control"]);
    expect(document.agents.ada?.narrow).toEqual({ requires_approval: ["version_control"] });
    expect(document.profiles.p).toMatchObject({
      rules: [{ action: "version_control" }],
      auto_approve: ["version_control"],
      human_approval: ["version_control"],
      approval_minutes: { version_control: 5 },
      budgets: [{ action: "version_control" }],
    });
  });
});

test("a rule has one subject and one answer; a budget at most one subject, and something to count", () => {
  const rules = [{}, { tool: "t" }, { action: "fs" }, { tool: "t", action: "fs" }];
  const judge = (subject: object) => policyRuleSchema.safeParse({ ...subject, reason: "r" }).success;
  expect(rules.map(judge)).toEqual([false, true, true, false]);
  const answers = [{ people: 1 }, { deny: true }, { people: 1, deny: true }];
  expect(answers.map((answer) => judge({ tool: "t", ...answer }))).toEqual([true, true, false]);
  const budgets = [{ calls: 1 }, { cost: 1 }, { calls: 1, cost: 1 }, {}];
  expect(budgets.map((of) => budgetSchema.safeParse({ ...of, per: "day" }).success)).toEqual([true, true, true, false]);
  expect(rules.map((subject) => budgetSchema.safeParse({ ...subject, calls: 1, per: "day" }).success)).toEqual([
    ...[true, true, true, false],
  ]);
});

describe("a trust section", () => {
  const weighted = (fields: object) => trustSectionSchema.safeParse({ strategy: "weighted", ...fields }).success;
  const milestone = (step: object) =>
    trustSectionSchema.safeParse({ strategy: "milestone", milestones: { sandboxed_to_restricted: step } }).success;

  test("weighs in shares that make a whole", () => {
    const sums = [{ error_rate: 1 }, { error_rate: 0.3, time_active: 0.3, human_feedback: 0.4 }, { error_rate: 0.998 }];
    expect(sums.map((weights) => weighted({ weights }))).toEqual([true, true, false]);
    expect(weighted({ weights: { error_rate: 0.9995 } }), "thirds do not add up to a whole").toBe(true);
    expect(weighted({ weights: { error_rate: 1.001 } })).toBe(false);
    expect(weighted({ weights: { error_rate: 1.5, time_active: -0.5 } })).toBe(false);
  });

  test.each<[string, readonly unknown[]]>([
    ["tasks_completed", [0, 1, 100_000, 100_001, 1.5]],
    ["time_active_days", [0, 1, 3650, 3651, 1.5]],
    ["clean_history_days", [0, 1, 3650, 3651, 1.5]],
  ])("%s counts whole things within bounds", (name, values) => {
    expect(values.map((value) => milestone({ [name]: value }))).toEqual([false, true, true, false, false]);
  });

  test.each<[string, readonly number[]]>([
    ["quality_score_min", [-0.1, 0, 10, 10.1]],
    ["score", [-0.1, 0, 1, 1.1]],
  ])("%s is a mark within bounds", (name, values) => {
    expect(values.map((value) => milestone({ [name]: value }))).toEqual([false, true, true, false]);
  });

  test("a step by itself, by a person, or neither said; not both, and nothing else", () => {
    const said = [{ auto_promote: true }, { requires_human_approval: true }, {}, { auto_promote: false }];
    expect(said.map(milestone)).toEqual([true, true, true, true]);
    expect(milestone({ auto_promote: true, requires_human_approval: true })).toBe(false);
    expect(milestone({ auto_promote: false, requires_human_approval: true })).toBe(true);
    expect(milestone({ promote: true })).toBe(false);
  });

  test("a step of another name, and a field of another name, is refused", () => {
    expect(weighted({ promotion_thresholds: { restricted_to_elevated: 0.5 } })).toBe(false);
    expect(weighted({ promotion_thresholds: { restricted_to_standard: { score: 0.5, scores: 1 } } })).toBe(false);
    expect(weighted({ weights: { error_rate: 1, errors: 0 } })).toBe(false);
    expect(weighted({ re_verification: { intervals: 1 } })).toBe(false);
    expect(weighted({ other: 1 })).toBe(false);
  });
});

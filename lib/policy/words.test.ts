import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS, accessGrantSchema, GRANT_ORDER, RESTRICTED_COMMANDS } from "./access-level.ts";
import { ACTION_TYPES, actionTypeSchema, DEFAULT_ACTION, isKnownActionType } from "./action-types.ts";
import { DEFAULT_LIMITS } from "./default-limits.ts";
import { readTrace } from "./read-trace.ts";
import { globSchema, hostPatternSchema, toolPolicySchema } from "./tool-policy.ts";
import * as vocabulary from "./vocabulary.ts";

test("the words, and what ships under them, are those that databases and documents hold: none changes by accident", () => {
  const golden: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "golden", "words.json"), "utf8"));
  expect({
    ...vocabulary,
    ...{ ACTION_TYPES, DEFAULT_ACTION, DEFAULT_LIMITS, RESTRICTED_COMMANDS, ACCESS_GRANTS, GRANT_ORDER },
  }).toEqual(golden);
});

/** What a refusal says, or nothing. */
const problem = (parsed: { success: boolean; error?: { issues: readonly { message: string }[] } }) =>
  parsed.success ? undefined : (parsed.error?.issues[0]?.message ?? "");

describe("an action type", () => {
  test.each(["fs:read", "a1_b:c2_d", `${"a".repeat(32)}:${"b".repeat(32)}`])("may be %s", (type) => {
    expect(problem(actionTypeSchema.safeParse(type))).toBeUndefined();
  });

  test.each(["fs", "fs:", ":read", "Fs:read", "fs:Read", "1fs:read", "fs:1read", "x fs:read", "fs:read x"])(
    "is never %j",
    (type) => {
      expect(problem(actionTypeSchema.safeParse(type))).toBe(
        "An action type is written category:action, in lower case.",
      );
    },
  );

  test("has at most 32 characters on either side", () => {
    expect(problem(actionTypeSchema.safeParse(`${"a".repeat(33)}:b`))).toBeDefined();
    expect(problem(actionTypeSchema.safeParse(`a:${"b".repeat(33)}`))).toBeDefined();
  });

  test("is known where it is built in or registered", () => {
    expect(isKnownActionType("fs:read")).toBe(true);
    expect(isKnownActionType("crm:read")).toBe(false);
    expect(isKnownActionType("crm:read", ["crm:read"])).toBe(true);
    expect(isKnownActionType("crm:write", ["crm:read"])).toBe(false);
  });
});

describe("a path pattern", () => {
  const START = "A path pattern starts with /, ${workspace} or ${project}.";
  const CLIMB = "A path pattern contains no '..' segment and no NUL.";
  test.each([
    ["/", undefined],
    ["/a/**", undefined],
    ["${workspace}", undefined],
    ["${workspace}/a", undefined],
    ["${project}/**", undefined],
    ["/a..b/..c", undefined],
    ["a", START],
    ["x/a", START],
    ["${workspace}a", START],
    ["${home}/a", START],
    ["x${project}/a", START],
    ["/a/../b", CLIMB],
    ["/..", CLIMB],
    ["/a\0", CLIMB],
  ])("%j is judged: %j", (pattern, why) => {
    expect(problem(globSchema.safeParse(pattern))).toBe(why);
  });

  test("has between one and 1,024 characters", () => {
    expect(problem(globSchema.safeParse(`/${"a".repeat(1023)}`))).toBeUndefined();
    expect(problem(globSchema.safeParse(`/${"a".repeat(1024)}`))).toBeDefined();
    expect(problem(globSchema.safeParse(""))).toBeDefined();
  });
});

describe("a host pattern", () => {
  test.each([
    ...[
      "a.example:443",
      "*.a.example:443",
      "A_b-c.1:80",
      "10.1.0.0/16:5432",
      "[::1]:80",
      "[2001:db8::]/32:443",
      "localhost:1",
    ],
    ...["[::ffff:1.2.3.4]:80", "a:99999"],
  ])("may be %s", (pattern) => {
    expect(problem(hostPatternSchema.safeParse(pattern))).toBeUndefined();
  });

  test.each([
    ...[
      "*",
      "*:443",
      "a.example",
      "a.example:",
      "a.example:123456",
      "x*.a:1",
      "**.a:1",
      "a/b:1",
      "10.0.0.0/:1",
      "10.0.0.0/123:1",
    ],
    ...[
      "[::1]",
      "[::1]/1234:1",
      "[xyz]:1",
      "::1:80",
      " a:1",
      "a:1 ",
      "a b:1",
      "[::1]/:1",
      "x10.0.0.0/8:1",
      "10.0.0.0/8:1x",
      "x[::1]:1",
    ],
    ...["[::1]:1x", "a.example:1x", "10.x/8:1", "[]:1", "/8:1", ":1", "*.:1"],
  ])("is never %j", (pattern) => {
    expect(problem(hostPatternSchema.safeParse(pattern))).toBe(
      "A host is written host:port, *.host:port, a.b.c.d/n:port or [v6]/n:port. A bare * is not a host.",
    );
  });

  test("has at most 260 characters", () => {
    expect(problem(hostPatternSchema.safeParse(`${"a".repeat(258)}:1`))).toBeUndefined();
    expect(problem(hostPatternSchema.safeParse(`${"a".repeat(259)}:1`))).toBeDefined();
  });
});

describe("a policy", () => {
  const accepts = (policy: unknown) => toolPolicySchema.safeParse(policy).success;
  test.each<[string, unknown, unknown]>([
    ["a variable", { environment: { allow: ["_A1"] } }, { environment: { allow: ["1A"] } }],
    ["a variable's letters", { environment: { allow: ["A".repeat(128)] } }, { environment: { allow: ["A-B"] } }],
    ["how long a variable is", { environment: { allow: ["LANG"] } }, { environment: { allow: ["A".repeat(129)] } }],
    ["what a variable begins with", { environment: { allow: [] } }, { environment: { allow: ["x A"] } }],
    ["risk", { risk: "low" }, { risk: "dual" }],
    ["mode", { network: { mode: "open" } }, { network: { mode: "any" } }],
    ["programs", { exec: "deny" }, { exec: "ask" }],
    ["files", { filesystem: { read: ["/a"] } }, { filesystem: { list: ["/a"] } }],
    ["the network", { network: { mode: "none", hosts: [] } }, { network: { mode: "none", port: 1 } }],
    ["limits", { limits: { wallSeconds: 0.5 } }, { limits: { cpuSeconds: 0.5 } }],
    ["what is hard", { limits: { hard: ["fileMb"] } }, { limits: { hard: ["fds"] } }],
    ["no other part", {}, { other: 1 }],
    ["no other limit", { limits: {} }, { limits: { fds: 1 } }],
    ["no other word on variables", { environment: { allow: [] } }, { environment: { allow: [], deny: [] } }],
  ])("%s: one stands, the other is an error", (_what, good, bad) => {
    expect([accepts(good), accepts(bad)]).toEqual([true, false]);
  });

  test.each([
    ["wallSeconds", 3600],
    ["cpuSeconds", 3600],
    ["memoryMb", 65_536],
    ["processes", 4096],
    ["outputBytes", 8_388_608],
    ["fileMb", 65_536],
  ])("%s is above nothing and at most %i", (name, most) => {
    const judged = [0, 1, most, most + 1].map((value) => accepts({ limits: { [name]: value } }));
    expect(judged).toEqual([false, true, true, false]);
  });

  test("the reason for a variable's name is said", () => {
    expect(problem(toolPolicySchema.safeParse({ environment: { allow: ["1"] } }))).toBe(
      "Not the name of an environment variable.",
    );
  });
});

describe("a level", () => {
  test("lists programs by name, and says what is wrong with another", () => {
    const judge = (command: string) => problem(accessGrantSchema.safeParse({ commands: [command] }));
    const WHY = "A command is the name of a program, without a path.";
    expect(["cat", "[", "x86_64-g++", "a.b", "7z", "_x"].map(judge)).toEqual(Array(6).fill(undefined));
    expect([".x", "+x", "a/b", "a b", "a$", " a", "x\n"].map(judge)).toEqual(Array(7).fill(WHY));
    expect([judge("a".repeat(64)), judge("a".repeat(65)) === undefined]).toEqual([undefined, false]);
  });

  test("has a bounded description and list, and no field of another name", () => {
    const accepts = (grant: unknown) => accessGrantSchema.safeParse(grant).success;
    expect([accepts({ description: "x".repeat(400) }), accepts({ description: "x".repeat(401) })]).toEqual([
      true,
      false,
    ]);
    expect([accepts({ commands: Array(100).fill("a") }), accepts({ commands: Array(101).fill("a") })]).toEqual([
      true,
      false,
    ]);
    expect(accepts({ filesystem: "full" })).toBe(false);
    expect(problem(accessGrantSchema.safeParse({ requires_approval: ["crm:"] }))).toBe(
      "An action is written category:action, family or category.",
    );
  });
});

describe("a stored trace", () => {
  const line = { rule: "r", stage: "check", concluded: "pass", saw: "s", sentence: "t" };
  const trace = { version: 1, policyVersion: 1, verdict: { kind: "run" }, tier: "low", lines: [line] };

  test("is read as it is", () => {
    for (const verdict of [
      { kind: "run" },
      { kind: "hold", people: 1 },
      { kind: "hold", people: 2 },
      { kind: "deny", code: "x" },
    ]) {
      expect(readTrace({ ...trace, verdict })).toEqual({ ...trace, verdict });
    }
    for (const people of [0, 2]) expect(readTrace({ ...trace, lines: [{ ...line, people }] })).not.toBeNull();
    for (const stage of ["check", "decide"])
      expect(readTrace({ ...trace, lines: [{ ...line, stage }] })).not.toBeNull();
    for (const concluded of ["pass", "run", "hold", "deny"]) {
      expect(readTrace({ ...trace, lines: [{ ...line, concluded }] })).not.toBeNull();
    }
    expect(
      readTrace({ ...trace, lines: [{ ...line, saw: "x".repeat(800), sentence: "x".repeat(800) }] }),
    ).not.toBeNull();
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["another version", { ...trace, version: 2 }],
    ["no policy version", { ...trace, policyVersion: 0 }],
    ["half a policy version", { ...trace, policyVersion: 1.5 }],
    ["another verdict", { ...trace, verdict: { kind: "ask" } }],
    ["a verdict with more in it", { ...trace, verdict: { kind: "run", people: 1 } }],
    ["a hold for nobody", { ...trace, verdict: { kind: "hold", people: 0 } }],
    ["a hold for three", { ...trace, verdict: { kind: "hold", people: 3 } }],
    ["a hold for half a person", { ...trace, verdict: { kind: "hold", people: 1.5 } }],
    ["a denial without a code", { ...trace, verdict: { kind: "deny" } }],
    ["another tier", { ...trace, tier: "grave" }],
    ["lines that are none", { ...trace, lines: [{}] }],
    ["another stage", { ...trace, lines: [{ ...line, stage: "ask" }] }],
    ["another conclusion", { ...trace, lines: [{ ...line, concluded: "maybe" }] }],
    ["a line for three", { ...trace, lines: [{ ...line, people: 3 }] }],
    ["a line for less than nobody", { ...trace, lines: [{ ...line, people: -1 }] }],
    ["a line for half a person", { ...trace, lines: [{ ...line, people: 0.5 }] }],
    ["a line with more in it", { ...trace, lines: [{ ...line, html: "x" }] }],
    ["what it saw at length", { ...trace, lines: [{ ...line, saw: "x".repeat(801) }] }],
    ["a sentence at length", { ...trace, lines: [{ ...line, sentence: "x".repeat(801) }] }],
    ["more in it", { ...trace, more: 1 }],
  ])("with %s is none", (_what, stored) => {
    expect(readTrace(stored)).toBeNull();
  });
});

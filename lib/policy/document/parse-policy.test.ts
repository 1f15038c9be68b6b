import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { parsePolicy } from "./parse-policy.ts";
import type { PolicyDocument } from "./policy-document.ts";
import type { KnownNames, LocatedProblem } from "./policy-problem.ts";
import { renderPolicy } from "./render-policy.ts";

const KNOWN: KnownNames = {
  agents: ["ada", "bert"],
  tools: ["fetch", "send_mail", "pay"],
  actionTypes: ["billing:refund"],
};

function parse(text: string, known = KNOWN, base: PolicyDocument = POLICY_AS_SHIPPED) {
  return parsePolicy(text, { base, ...known });
}

function errorsOf(text: string, base?: PolicyDocument): LocatedProblem[] {
  const parsed = parse(text, KNOWN, base);
  if (parsed.ok) return [];
  expect(parsed.code).toBe("policy_invalid");
  return (parsed.details as { errors: LocatedProblem[] }).errors;
}

function accepted(text: string, known?: KnownNames): PolicyDocument {
  const parsed = parse(text, known);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.details));
  return parsed.value.document;
}

const profile = (lines: string) => `profiles:\n  careful:\n${lines.replaceAll(/^/gm, "    ")}`;

describe("the tool_access document", () => {
  const text = readFileSync(join(import.meta.dirname, "golden/tool-access.yaml"), "utf8");

  test("loads as written: a level of a description alone, and other words written back as ours", () => {
    const { levels } = accepted(text).tool_access;
    expect(Object.keys(levels)).toEqual(["sandboxed", "restricted", "standard", "elevated", "custom"]);
    expect(levels.restricted?.requires_approval).toEqual(["deploy", "db:mutate"]);
    expect(levels.elevated).toMatchObject({ terminal: "full", deployment: true, network: "open", git: "full" });
    expect(levels.custom).toEqual({
      description: "Per-agent custom configuration.",
      file_system: "workspace_only",
      code_execution: "containerized",
      network: "none",
      git: "local_only",
      terminal: "none",
      deployment: false,
      requires_approval: [],
    });
    expect(renderPolicy(accepted(text))).toContain("requires_approval: [deploy, db:mutate]");
  });

  test("leaves every other section as it was", () => {
    expect(accepted(text)).toEqual({ ...POLICY_AS_SHIPPED, tool_access: accepted(text).tool_access });
  });
});

/** A document that is refused, where and why; and the same with that one line mended, which is accepted. */
const BAD: readonly { what: string; bad: string; good: string; line: number; path: string; says: string }[] = [
  {
    what: "a section that there is not",
    bad: "policy: 1\nprofile: {}",
    good: "policy: 1\nprofiles: {}",
    line: 2,
    path: "/profile",
    says: "Did you mean profiles?",
  },
  {
    what: "a field that there is not",
    bad: profile("rules:\n  - {tool: pay, reason: r, peopl: 1}"),
    good: profile("rules:\n  - {tool: pay, reason: r, people: 1}"),
    line: 4,
    path: "/profiles/careful/rules/0/peopl",
    says: "Did you mean people?",
  },
  {
    what: "an unknown action type",
    bad: profile("human_approval:\n  - fs:read\n  - deploy:prodution"),
    good: profile("human_approval:\n  - fs:read\n  - deploy:production"),
    line: 5,
    path: "/profiles/careful/human_approval/1",
    says: "Did you mean deploy:production?",
  },
  {
    what: "an unknown category in a time",
    bad: profile("approval_minutes:\n  deploi: 10"),
    good: profile("approval_minutes:\n  deploy: 10"),
    line: 4,
    path: "/profiles/careful/approval_minutes/deploi",
    says: "Did you mean deploy?",
  },
  {
    what: "an action type that nobody registered",
    bad: profile("auto_approve: ['billing:void']"),
    good: profile("auto_approve: ['billing:refund', billing]"),
    line: 3,
    path: "/profiles/careful/auto_approve/0",
    says: "billing:void",
  },
  {
    what: "a list that both frees and holds",
    bad: profile("auto_approve: [fs:read, deployment]\nhuman_approval: [deploy]"),
    good: profile("auto_approve: [fs:read]\nhuman_approval: [deploy]"),
    line: 3,
    path: "/profiles/careful/auto_approve/1",
    says: "auto_approve frees deployment",
  },
  {
    what: "an action that is freed while its family is held",
    bad: profile("auto_approve: [deploy:staging]\nhuman_approval: [deploy]"),
    good: profile("auto_approve: [deploy]\nhuman_approval: [deploy:production]"),
    line: 3,
    path: "/profiles/careful/auto_approve/0",
    says: "holds deploy",
  },
  {
    what: "two spellings of one entry",
    bad: profile("human_approval: [deploy, deployment]"),
    good: profile("human_approval: [deploy, web]"),
    line: 3,
    path: "/profiles/careful/human_approval/1",
    says: "as deploy",
  },
  {
    what: "two times for one action",
    bad: profile("approval_minutes:\n  deploy: 10\n  deployment: 900"),
    good: profile("approval_minutes:\n  deploy: 10"),
    line: 5,
    path: "/profiles/careful/approval_minutes/deployment",
    says: "here already",
  },
  {
    what: "a rule that denies and asks",
    bad: profile("rules:\n  - {tool: pay, reason: r, deny: true, people: 1}"),
    good: profile("rules:\n  - {tool: pay, reason: r, deny: true}"),
    line: 4,
    path: "/profiles/careful/rules/0",
    says: "A rule that denies asks for nobody.",
  },
  {
    what: "two rules for one tool",
    bad: profile("rules:\n  - {tool: pay, reason: r, people: 1}\n  - {tool: pay, reason: r, people: 2}"),
    good: profile("rules:\n  - {tool: pay, reason: r, people: 1}\n  - {action: budget, reason: r, people: 2}"),
    line: 5,
    path: "/profiles/careful/rules/1",
    says: "Make them one rule.",
  },
  {
    what: "two budgets for one thing",
    bad: profile("budgets:\n  - {calls: 5, per: day}\n  - {calls: 50, per: day}"),
    good: profile("budgets:\n  - {calls: 5, per: hour}\n  - {calls: 50, per: day}"),
    line: 5,
    path: "/profiles/careful/budgets/1",
    says: "Another budget",
  },
  {
    what: "a tool after itself",
    bad: profile("rules:\n  - {tool: pay, reason: r, only_after: [pay]}"),
    good: profile("rules:\n  - {tool: pay, reason: r, only_after: [fetch]}"),
    line: 4,
    path: "/profiles/careful/rules/0/only_after",
    says: "pay runs only after pay: none",
  },
  {
    what: "tools that wait for each other",
    bad: profile(
      "rules:\n  - {tool: pay, reason: r, only_after: [fetch, send_mail]}\n  - {tool: send_mail, reason: r, only_after: [pay]}",
    ),
    good: profile(
      "rules:\n  - {tool: pay, reason: r, only_after: [fetch, send_mail]}\n  - {tool: send_mail, reason: r, only_after: [fetch]}",
    ),
    line: 4,
    path: "/profiles/careful/rules/0/only_after",
    says: "pay runs only after send_mail, which runs only after pay",
  },
  {
    what: "tools that wait for each other in two profiles of one agent",
    bad: `profiles:
  one: {rules: [{tool: pay, reason: r, only_after: [fetch]}]}
  two: {rules: [{tool: fetch, reason: r, only_after: [pay]}]}
agents:
  ada: {profiles: [one, two]}`,
    good: `profiles:
  one: {rules: [{tool: pay, reason: r, only_after: [fetch]}]}
  two: {rules: [{tool: fetch, reason: r, only_after: [pay]}]}
agents:
  ada: {profiles: [one]}
  bert: {profiles: [two]}`,
    line: 5,
    path: "/agents/ada/profiles",
    says: "in the profiles of this agent together",
  },
  {
    what: "a tool both allowed and denied",
    bad: "agents:\n  ada:\n    allow: [pay]\n    deny: [pay]",
    good: "agents:\n  ada:\n    allow: [pay]\n    deny: [fetch]",
    line: 3,
    path: "/agents/ada/allow/0",
    says: "both allowed and denied",
  },
  {
    what: "a profile that there is not",
    bad: "agents:\n  ada: {profiles: [autonomy_lockd]}",
    good: "agents:\n  ada: {profiles: [autonomy_locked]}",
    line: 2,
    path: "/agents/ada/profiles/0",
    says: "Did you mean autonomy_locked?",
  },
  {
    what: "a level that there is not",
    bad: "agents:\n  ada: {custom_level: nightly}",
    good: "agents:\n  ada: {custom_level: custom}",
    line: 2,
    path: "/agents/ada/custom_level",
    says: "There is no level",
  },
  {
    what: "an entry for an agent that there is not",
    bad: "agents:\n  bret: {deny: [pay]}",
    good: "agents:\n  bert: {deny: [pay]}",
    line: 2,
    path: "/agents/bret",
    says: "Did you mean bert?",
  },
  {
    what: "a check of the same name",
    bad: "checks:\n  - {name: fraud, url: 'https://a.example/'}\n  - {name: fraud, url: 'https://b.example/'}",
    good: "checks:\n  - {name: fraud, url: 'https://a.example/'}\n  - {name: dlp, url: 'https://b.example/'}",
    line: 3,
    path: "/checks/1/name",
    says: "here already",
  },
  ...[
    { what: "a rule that only gives a reason", bad: "", says: "does nothing" },
    { what: "a rule that only ends", bad: ", until: 2101-01-01T00:00:00Z", says: "does nothing" },
    { what: "a rule with limits of nothing", bad: ", limits: {}", says: "does nothing" },
    {
      what: "a rule that counts in a task and counts nothing",
      bad: ", deny: true, per: task",
      says: "has neither",
      at: "/per",
    },
  ].map(({ what, bad, says, at = "" }) => ({
    what,
    bad: `profiles:\n  careful:\n    rules:\n      - {tool: pay, reason: Never${bad}}`,
    good: "profiles:\n  careful:\n    rules:\n      - {tool: pay, reason: Never, max_invocations: 0, per: task}",
    line: 4,
    path: `/profiles/careful/rules/0${at}`,
    says,
  })),
  ...[
    "http://risk.example/",
    "https://ada:pw@risk.example/",
    "https://risk.example/#x",
    "http://127.1.evil.example/",
  ].map((url) => ({
    what: `a check at ${url}, which would never be asked and deny everything`,
    bad: `checks:\n  - {name: risk, url: '${url}'}`,
    good: "checks:\n  - {name: risk, url: 'https://risk.example/'}\n  - {name: near, url: 'http://127.0.0.1:8090/'}",
    line: 2,
    path: "/checks/0/url",
    says: "denies every call",
  })),
  {
    what: "a narrowing that would give",
    bad: "agents:\n  ada: {narrow: {deployment: true}}",
    good: "agents:\n  ada: {narrow: {deployment: false}}",
    line: 2,
    path: "/agents/ada/narrow/deployment",
    says: "deployment is false",
  },
];

describe("a bad document is refused with the line and the reason", () => {
  test.each(BAD)("$what", ({ bad, good, line, path, says }) => {
    const found = errorsOf(bad).find((error) => error.path === path);
    expect(found).toMatchObject({ line, message: expect.stringContaining(says) });
    expect(errorsOf(good)).toEqual([]);
  });

  const shipped = renderPolicy(POLICY_AS_SHIPPED);
  const changed = (section: string, from: string, to: string): string => {
    const start = shipped.indexOf(`\n${section}`);
    const at = shipped.indexOf(from, start);
    expect(start).toBeGreaterThan(0);
    expect(at).toBeGreaterThan(start);
    return shipped.slice(0, at) + to + shipped.slice(at + from.length);
  };

  test.each([
    ["    write:", "people: 1", "people: 0", "/classes/safety/write/people", "at least one person"],
    ["    financial:", "people: 1", "people: 0", "/classes/safety/financial/people", "at least one person"],
    ["    privileged:", "people: 2", "people: 1", "/classes/safety/privileged/people", "two people"],
    ["    network:", "open_people: 1", "open_people: 0", "/classes/safety/network/open_people", "at least one person"],
    ["  egress:", "write: 1", "write: 0", "/classes/egress/write", "at least one person"],
    ["    read:", "[operator, reviewer]", "[operator, admin]", "/classes/safety/read/voters/1", "An admin"],
    [
      "    sandboxed:",
      "network: none",
      "network: open",
      "/tool_access/levels/sandboxed/network",
      "sandboxed gives more",
    ],
    ["    elevated:", "git: full", "git: local_only", "/tool_access/levels/standard/git", "standard gives more"],
    [
      "    restricted:",
      "deployment: false",
      "deployment: true",
      "/tool_access/levels/restricted/deployment",
      "deploys",
    ],
    [
      "    elevated:",
      "requires_approval: []",
      "requires_approval: [fs:delete]",
      "/tool_access/levels/standard/requires_approval",
      "standard does not",
    ],
    [
      "    restricted:",
      "[deploy, db:mutate]",
      "[deploy, fs:delete]",
      "/tool_access/levels/sandboxed/requires_approval",
      "sandboxed does not",
    ],
  ])("what is wider than an invariant allows: %s %s becomes %s", (section, from, to, path, says) => {
    const text = changed(section, from, to);
    const error = errorsOf(text).find((found) => found.path === path);
    expect(error?.message).toContain(says);
    const field = path.split("/").findLast((segment) => !/^\d+$/.test(segment));
    expect(text.split("\n")[(error?.line ?? 0) - 1]).toContain(`${field}:`);
  });

  test.each([
    ["    standard:", "terminal: restricted_commands", "terminal: none"],
    ["    standard:", "deployment: false", "commands: [bash]\n      deployment: false"],
    ["    privileged:", "attempts: 1", "attempts: 2"],
    ["    restricted:", "[deploy, db:mutate]", "[deploy, db, comms, metrics:read]"],
  ])("and what stays within them is accepted: %s %s becomes %s", (section, from, to) => {
    expect(errorsOf(changed(section, from, to))).toEqual([]);
  });

  test("every error is said at once, in the order of lines, and nothing of the document is taken", () => {
    const text = BAD.filter(({ what }) => what === "an unknown action type" || what === "a check of the same name")
      .map(({ bad }) => bad)
      .join("\n");
    const paths = errorsOf(`${text}\nnonsense: 1`).map(({ path }) => path);
    expect(paths).toEqual(["/profiles/careful/human_approval/1", "/checks/1/name", "/nonsense"]);
  });

  test("a section that is left out still has to fit, and the message says where it comes from", () => {
    const base = accepted("profiles: {careful: {}}\nagents:\n  ada: {profiles: [careful]}");
    const [error] = errorsOf("profiles: {}", base);
    expect(error).toMatchObject({ path: "/agents/ada/profiles/0", line: 1 });
    expect(error?.message).toContain("leaves agents out");
  });
});

describe("YAML that could mean two things, or too much, is refused", () => {
  test.each([
    ["a key given twice", "profiles: {}\nchecks: []\nprofiles: {}", 3, "given twice"],
    ["an alias", "profiles:\n  a: &x {}\n  b: *x", 2, "anchor"],
    ["a merge key", "profiles:\n  a:\n    <<: {description: x}", 3, "merge key"],
    ["a tag", "profiles: !!js/function {}", 1, "tag"],
    ["a second document", "profiles: {}\n---\nprofiles: {a: {}}", 2, "A second document"],
    ["a key that every object has", "profiles:\n  __proto__: {}", 2, "__proto__"],
    ["another such key", "profiles:\n  constructor: {}", 2, "constructor"],
    ["and another", "profiles:\n  prototype: {}", 2, "prototype"],
    ["a list in the place of sections", "- profiles", 1, "list of sections"],
    ["a text in their place", "profiles", 1, "list of sections"],
    ["a number in their place", "7", 1, "list of sections"],
    ["a text that is no YAML", "profiles:\n  a: [", 2, ""],
  ])("%s", (_, text, line, says) => {
    const [error] = errorsOf(text);
    expect(error).toMatchObject({ line, message: expect.stringContaining(says) });
  });

  test("both keys that are given twice are named, each with its column", () => {
    expect(errorsOf("profiles: {a: {}, a: {}}\nchecks: []\nchecks: []")).toMatchObject([
      { line: 1, column: 19 },
      { line: 3, column: 1 },
    ]);
  });

  test("a bomb of aliases does not go off", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghij".split("").map((name, index) => `${name}: &${name} [${`*${"abcdefghij"[index]},`.repeat(9)}]`),
    ];
    expect(errorsOf(bomb.join("\n")).length).toBeGreaterThan(0);
  });

  test("neither size nor depth gets through", () => {
    expect(errorsOf(`# ${"x".repeat(1_048_574)}`)).toEqual([]);
    expect(errorsOf(`# ${"x".repeat(1_048_575)}`)).toEqual([
      { line: 1, column: 1, path: "", message: "A policy has at most 1048576 bytes; this has 1048577." },
    ]);
    // Bytes, not characters.
    expect(errorsOf(`# ${"é".repeat(524_288)}`)[0]?.message).toContain("this has 1048578.");
    for (const depth of [13, 10_000]) {
      const deep = `profiles: ${"[".repeat(depth)}${"]".repeat(depth)}`;
      expect(errorsOf(deep)).toMatchObject([{ message: "Nested deeper than 12." }]);
    }
  });

  test("a text of nothing but faults is given up on", () => {
    expect(errorsOf("]".repeat(200_000))).toHaveLength(20);
  });

  test("no text makes the reader throw, and a refusal always says where", () => {
    const pieces = fc.constantFrom(
      "profiles:",
      "agents:",
      "\n",
      "  ",
      "- ",
      "{",
      "}",
      "[",
      "]",
      ": ",
      "ada",
      "1",
      "rules",
      "tool",
      "'",
      "&a",
      "*a",
      "~",
      "levels",
      "tool_access",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 30 }).map((all) => all.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          for (const { line, column, message } of errorsOf(text)) {
            expect(line).toBeGreaterThan(0);
            expect(column).toBeGreaterThan(0);
            expect(message).toMatch(/\S/);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("a text shows all that it holds, or is refused", () => {
  const reason = (written: string) => profile(`rules:\n  - {tool: pay, reason: "${written}", people: 1}`);

  test.each([
    ["a turn of direction", "approve\\u202e", "U+202E"],
    ["an isolate", "\\u2066x", "U+2066"],
    ["no width", "p\\u200bay", "U+200B"],
    ["a soft hyphen", "p\\u00aday", "U+00AD"],
    ["a tag", "\\U000E0041", "U+E0041"],
    ["a filler", "\\u3164", "U+3164"],
    ["a control", "\\x1b[2J", "U+001B"],
    ["another line break", "a\\u2028b", "U+2028"],
    ["a byte order mark", "\\ufeffx", "U+FEFF"],
  ])("%s", (_what, written, code) => {
    expect(errorsOf(reason(written))).toMatchObject([
      { line: 4, path: "/profiles/careful/rules/0/reason", message: expect.stringContaining(`${code}. Take it out.`) },
    ]);
  });

  test.each(["می\\u200cخواهم", "👩\\u200d💻 ❤\\ufe0f", "two\\nlines\\tof it", "naïve – ‘so’"])(
    "but %s stands",
    (written) => {
      expect(errorsOf(reason(written))).toEqual([]);
    },
  );
});

describe("names of what is not there yet", () => {
  const text = "agents:\n  ada:\n    deny: [send_mial]";

  test("a tool may come later: it is noted, with what was perhaps meant", () => {
    const parsed = parse(text);
    expect(parsed.ok && parsed.value.notes).toEqual([
      { line: 3, column: 12, path: "/agents/ada/deny/0", message: expect.stringContaining("Did you mean send_mail?") },
    ]);
  });

  test("wherever a tool is named, and nowhere else", () => {
    const named = `profiles:
  careful:
    rules:
      - {tool: t1, reason: r, only_after: [pay, t2]}
    budgets:
      - {tool: t3, calls: 1, per: day}
agents:
  ada: {allow: [t4, fetch], deny: [t5]}
checks:
  - {name: c, url: 'https://a.example/', tools: [pay, t6]}`;
    const parsed = parse(named);
    const says = (tool: string) =>
      `There is no tool "${tool}". The line binds as soon as one of that name is registered.`;
    expect(parsed.ok && parsed.value.notes.map(({ path, message }) => [path, message])).toEqual([
      ["/profiles/careful/rules/0/tool", says("t1")],
      ["/profiles/careful/rules/0/only_after/1", says("t2")],
      ["/profiles/careful/budgets/0/tool", says("t3")],
      ["/agents/ada/allow/0", says("t4")],
      ["/agents/ada/deny/0", says("t5")],
      ["/checks/0/tools/1", says("t6")],
    ]);
  });

  test("without a list nothing is known to be missing", () => {
    const parsed = parse("agents:\n  zoe:\n    deny: [anything]", {});
    expect(parsed.ok && parsed.value.notes).toEqual([]);
  });

  test("a rule that has ended is noted, and holds up nobody who changes something else", () => {
    const rule = (until: string) => `      - {tool: t${until.slice(0, 4)}, reason: r, deny: true, until: ${until}}\n`;
    const text = `profiles:\n  careful:\n    rules:\n${rule("2026-01-01T02:00:00+02:00")}${rule("2026-01-02T00:00:00Z")}`;
    const parsed = parsePolicy(text.replace("t2026", "t2025"), {
      ...{ base: POLICY_AS_SHIPPED, now: Date.parse("2026-01-01T00:00:00Z") },
    });
    expect(parsed.ok && parsed.value.notes).toMatchObject([
      { line: 4, path: "/profiles/careful/rules/0/until", message: expect.stringContaining("has ended") },
    ]);
  });
});

describe("what a level asks for, the one below it asks for too", () => {
  const levels = (below: string, above: string) => `tool_access:
  levels:
    sandboxed: {requires_approval: ${below}, network: allowlist_only}
    restricted: {requires_approval: ${above}, network: allowlist_only}
    standard: {network: open}
    elevated: {network: open}`;

  test.each([
    ["[fs:delete]", "[fs:delete]"],
    ["[fs]", "[fs:delete]"],
    ["[web, fs]", "[fs]"],
    ["[]", "[]"],
  ])("%s is enough for %s", (below, above) => {
    expect(errorsOf(levels(below, above))).toEqual([]);
  });

  test.each([
    ["[fs:delete]", "[fs]"],
    ["[]", "[web:post]"],
    ["[fs:write]", "[fs:delete]"],
  ])("%s is not enough for %s", (below, above) => {
    expect(errorsOf(levels(below, above))).toMatchObject([{ path: "/tool_access/levels/sandboxed/requires_approval" }]);
  });
});

test("what ships passes its own checks, and an empty text changes nothing", () => {
  expect(accepted(renderPolicy(POLICY_AS_SHIPPED))).toEqual(POLICY_AS_SHIPPED);
  expect(accepted("")).toEqual(POLICY_AS_SHIPPED);
});

import { describe, expect, test } from "vitest";
import { ACTION_TYPES, DEFAULT_ACTION } from "#lib/policy/action-types.ts";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "./contract.ts";
import { brokenRules } from "./contract-rules.ts";

const base: ToolContract = {
  name: "look",
  description: "Looks at a thing.",
  inputSchema: { type: "object" },
  outputSchema: {},
  safetyClass: "read",
  egressClass: "none",
  category: "file_system",
  actionType: "fs:read",
  idempotency: "optional",
  idempotent: true,
  policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" } },
  outputContent: "prose",
  runtime: { kind: "command", argv: ["true"] },
};
const broken = (more: Partial<ToolContract>, registered: string[] = []) =>
  brokenRules({ ...base, ...more }, registered);
const pointers = (more: Partial<ToolContract>, registered: string[] = []): string[] =>
  broken(more, registered).map(({ pointer }) => pointer);

const LISTED: ToolContract["policy"] = { network: { mode: "allowlist", hosts: ["a.example:443"] } };
const OPEN: ToolContract["policy"] = { network: { mode: "open" } };
const MCP: ToolContract["runtime"] = { kind: "mcp", server: crypto.randomUUID(), config: "a".repeat(64), tool: "x" };

describe("classes that are not true of the policy", () => {
  test("a contract whose classes admit what its policy reaches is taken", () => {
    expect(broken({})).toEqual([]);
    expect(broken({ policy: {} })).toEqual([]);
  });

  test.each<[string, Partial<ToolContract>]>([
    ["hosts", { policy: LISTED }],
    ["an empty list of hosts", { policy: { network: { mode: "allowlist" } } }],
    ["hosts, of a tool that writes", { policy: LISTED, safetyClass: "write" }],
    ["hosts, of a tool of a server", { policy: LISTED, runtime: MCP, category: "mcp", actionType: "mcp:call" }],
    ["any host", { policy: OPEN, safetyClass: "privileged" }],
  ])("egress class none with %s is refused, and read_only taken", (_, more) => {
    expect(broken(more)).toEqual([
      {
        pointer: "/egressClass",
        message: expect.stringMatching(/say egressClass read_only .* or network mode none\.$/),
      },
    ]);
    expect(broken({ ...more, egressClass: "read_only" })).toEqual([]);
  });

  test("a read tool has no open network; a listed one and an admitted one it may", () => {
    const reading = { policy: OPEN, egressClass: "read_only" } as const;
    expect(broken(reading)).toEqual([
      { pointer: "/policy/network/mode", message: expect.stringContaining("say safetyClass network") },
    ]);
    expect(broken({ ...reading, policy: LISTED })).toEqual([]);
    expect(broken({ ...reading, safetyClass: "write" })).toEqual([]);
  });

  test("a read tool writes nowhere but in the workspace", () => {
    const writing = (...write: string[]): Partial<ToolContract> => ({ policy: { filesystem: { read: [], write } } });
    expect(pointers(writing("${workspace}/cache/**", "${workspace}", "${project}/**", "/srv/**"))).toEqual([
      "/policy/filesystem/write/2",
      "/policy/filesystem/write/3",
    ]);
    expect(broken(writing("${workspace}x/**"))).toHaveLength(1);
    expect(broken(writing("/srv/**"))[0]?.message).toMatch(
      /declares \/srv\/\*\*: say safetyClass write, or take it out/,
    );
    expect(broken({ ...writing("/srv/**"), safetyClass: "write" })).toEqual([]);
  });

  test("a tool of a server may only read although its server writes", () => {
    const server: Partial<ToolContract> = { runtime: MCP, category: "mcp", actionType: "mcp:call" };
    expect(broken({ ...server, policy: { filesystem: { write: ["/srv/**"] } } })).toEqual([]);
  });
});

describe("an action type beside its category", () => {
  const fits = (category: Category, actionType: string, registered: string[] = []): boolean =>
    !pointers({ category, actionType, requires: { secrets: ["a"] } }, registered).includes("/actionType");

  test("every category takes its own default, and what an organisation decides", () => {
    for (const category of CATEGORIES) {
      for (const type of [DEFAULT_ACTION[category], "org:hire", "budget:spend", "arch:decide"])
        expect([category, type, fits(category, type)]).toEqual([category, type, true]);
    }
  });

  test.each<[Category, string, boolean]>([
    ["memory", "fs:delete", false],
    ["memory", "metrics:read", false],
    ["design", "deploy:production", false],
    ["web", "mcp:call", false],
    ["terminal", "code:write", false],
    ["file_system", "docs:write", true],
    ["file_system", "test:write", true],
    ["code_execution", "test:run", true],
    ["version_control", "code:read", true],
    ["terminal", "test:run", true],
  ])("%s and %s: %s", (category, type, expected) => {
    expect(fits(category, type)).toBe(expected);
  });

  test("a server's tool may do anything, and a registered type be of any category", () => {
    for (const type of ACTION_TYPES) expect(fits("mcp", type)).toBe(true);
    expect(fits("memory", "crm:merge", ["crm:merge"])).toBe(true);
    // A built-in type is not freed by being registered once more.
    expect(fits("memory", "fs:delete", ["fs:delete"])).toBe(false);
  });

  test("the refusal names what would fit", () => {
    expect(broken({ category: "memory", actionType: "fs:delete" })).toEqual([
      {
        pointer: "/actionType",
        message: expect.stringContaining("name one of memory:read, memory:write, or the category"),
      },
    ]);
  });
});

test("a name that is, or looks like, one of the gateway's own tools is refused; one that only begins so is not", () => {
  for (const name of ["list_tools", "airlock_status", "AIRLOCK_STATUS", "load_too1"]) {
    expect([name, pointers({ name })]).toEqual([name, ["/name"]]);
  }
  expect(pointers({ name: "list_tools_of_shed" })).toEqual([]);
});

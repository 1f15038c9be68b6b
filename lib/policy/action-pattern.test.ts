import { describe, expect, test } from "vitest";
import { accessGrantSchema } from "./access-level.ts";
import { coversAction, wordsFor } from "./action-pattern.ts";

describe("requires_approval lists", () => {
  test("operators' other words are written back in ours", () => {
    const grant = accessGrantSchema.parse({
      requires_approval: ["git", "network", "deployment", "database_write", "fs:delete"],
    });
    expect(grant.requires_approval).toEqual(["version_control", "web", "deploy", "db:mutate", "fs:delete"]);
  });

  test("a word of the right shape may be one that an admin registered: a grant that the database hands out is read", () => {
    const requires_approval = ["crm:merge", "crm", `a${"b".repeat(31)}:a${"_9".repeat(15)}c`];
    expect(accessGrantSchema.parse({ requires_approval }).requires_approval).toEqual(requires_approval);
  });

  test.each(["", "fs:", ":merge", "*", "DEPLOY", "crm:merge:all", " crm", "crm\n", "9crm", `a${"b".repeat(32)}`])(
    "%j is no word at all",
    (word) => {
      expect(accessGrantSchema.safeParse({ requires_approval: [word] }).success).toBe(false);
    },
  );

  test("a family covers its actions, a category its tools, and beginnings cover nothing", () => {
    const call = { actionType: "deploy:staging", category: "deployment" } as const;
    expect(coversAction("deploy", call)).toBe(true);
    expect(coversAction("deploy:staging", call)).toBe(true);
    expect(coversAction("deployment", call)).toBe(true);
    expect(coversAction("deploy:production", call)).toBe(false);
    expect(coversAction("dep", call)).toBe(false);
    expect(coversAction("git", { actionType: "vcs:push", category: "version_control" })).toBe(true);
  });

  test("what an operator says of deployment is said of every tool of that category, whatever it calls what it does", () => {
    const call = { actionType: "exec:command", category: "deployment" } as const;
    expect(coversAction("deployment", call)).toBe(true);
    expect(coversAction("deploy", call)).toBe(true);
    expect(coversAction("deploy:staging", call)).toBe(false);
    expect(coversAction("deployment", { actionType: "exec:command", category: "terminal" })).toBe(false);
  });

  test("a call answers to its type, the family of that and its category, each once", () => {
    expect(wordsFor({ actionType: "fs:read", category: "file_system" })).toEqual(["fs:read", "fs", "file_system"]);
    expect(wordsFor({ actionType: "memory:read", category: "memory" })).toEqual(["memory:read", "memory"]);
  });

  test("what a custom level leaves out is the most restrictive value", () => {
    expect(accessGrantSchema.parse({})).toEqual({
      file_system: "workspace_only",
      code_execution: "containerized",
      network: "none",
      git: "local_only",
      terminal: "none",
      deployment: false,
      requires_approval: [],
    });
  });
});

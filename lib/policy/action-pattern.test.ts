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

  test.each(["deploi", "", "db:mutat", "fs:", "*", "DEPLOY", "constructor"])(
    "%j is an error when loaded, never a silent nothing",
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

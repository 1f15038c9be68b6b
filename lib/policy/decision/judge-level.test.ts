import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "../access-level.ts";
import { DEFAULT_ACTION } from "../action-types.ts";
import { CATEGORIES, type Category } from "../vocabulary.ts";
import { judgeLevel, levelPermits } from "./judge-level.ts";
import { strictest } from "./strictest.ts";

const LEVELS = ["sandboxed", "restricted", "standard", "elevated"] as const;

function permitted(level: (typeof LEVELS)[number]): Category[] {
  return CATEGORIES.filter((category) =>
    levelPermits({ level, grant: ACCESS_GRANTS[level], category, actionType: DEFAULT_ACTION[category] }),
  );
}

describe("access levels", () => {
  test("permit these categories as shipped", () => {
    expect(permitted("sandboxed")).toEqual(["file_system", "code_execution", "version_control", "design", "memory"]);
    expect(permitted("restricted")).toEqual(CATEGORIES.filter((category) => category !== "terminal"));
    expect(permitted("standard")).toEqual([...CATEGORIES]);
    expect(permitted("elevated")).toEqual([...CATEGORIES]);
  });

  test("each step up only adds", () => {
    for (const [index, level] of LEVELS.entries()) {
      const below = LEVELS[index - 1];
      if (below) expect(permitted(level)).toEqual(expect.arrayContaining(permitted(below)));
    }
  });

  test("only elevated deploys without the level asking for a person", () => {
    const verdicts = LEVELS.map((level) => {
      const lines = judgeLevel({
        level,
        grant: ACCESS_GRANTS[level],
        category: "deployment",
        actionType: "deploy:staging",
      });
      return strictest(lines).kind;
    });
    expect(verdicts).toEqual(["deny", "hold", "hold", "run"]);
  });

  test("pushing takes full git", () => {
    const push = { category: "version_control", actionType: "vcs:push" } as const;
    expect(LEVELS.map((level) => levelPermits({ level, grant: ACCESS_GRANTS[level], ...push }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("restricted agents need a person to change a database", () => {
    const lines = judgeLevel({
      level: "restricted",
      grant: ACCESS_GRANTS.restricted,
      category: "database",
      actionType: "db:mutate",
    });
    expect(strictest(lines)).toEqual({ kind: "hold", people: 1 });
  });

  test("a tool that is allowed by name is not refused for its category, and that is all", () => {
    const asked = { level: "sandboxed", grant: ACCESS_GRANTS.sandboxed, allowed: true } as const;
    const verdict = (category: Category, actionType = DEFAULT_ACTION[category]) =>
      strictest(judgeLevel({ ...asked, category, actionType }));
    expect(verdict("web")).toEqual({ kind: "run" });
    expect(verdict("terminal")).toEqual({ kind: "run" });
    // An approval is not lifted, nor git.
    expect(verdict("deployment")).toEqual({ kind: "hold", people: 1 });
    expect(verdict("version_control", "vcs:push").kind).toBe("deny");
    const careful = { ...ACCESS_GRANTS.sandboxed, requires_approval: ["web"] };
    const held = judgeLevel({ ...asked, grant: careful, category: "web", actionType: "web:fetch" });
    expect(strictest(held)).toEqual({ kind: "hold", people: 1 });
  });

  test("say what they looked at, and which words of the list were meant", () => {
    const grant = { ...ACCESS_GRANTS.restricted, requires_approval: ["git", "vcs", "vcs:commit", "db"] };
    const lines = judgeLevel({ level: "restricted", grant, category: "version_control", actionType: "vcs:commit" });
    expect(lines).toEqual([
      {
        ...{ rule: "level.category", stage: "check", concluded: "pass", saw: "restricted: version_control" },
        sentence: "Agents at level restricted may use version_control tools.",
      },
      ...["vcs:commit", "vcs", "version_control"].map((word) => ({
        ...{ rule: "level.requires_approval", stage: "check", concluded: "hold", people: 1 },
        saw: `restricted: ${word}`,
        sentence: `Agents at level restricted need a person for ${word}.`,
      })),
    ]);
  });

  test("a deployment that takes a person says so, and every line is of the check stage", () => {
    const asked = { level: "restricted", grant: ACCESS_GRANTS.restricted } as const;
    const lines = [
      ...judgeLevel({ ...asked, category: "deployment", actionType: "fs:read" }),
      ...judgeLevel({ ...asked, category: "version_control", actionType: "vcs:push" }),
    ];
    expect(lines[0]?.sentence).toBe("Agents at level restricted deploy only with a person.");
    expect(new Set(lines.map(({ stage }) => stage))).toEqual(new Set(["check"]));
  });

  test("a refusal says what the level lacks", () => {
    const sentences = (category: Category, actionType: string) =>
      judgeLevel({ level: "sandboxed", grant: ACCESS_GRANTS.sandboxed, category, actionType })
        .filter(({ concluded }) => concluded === "deny")
        .map(({ rule, saw, sentence }) => [rule, saw, sentence]);
    expect(sentences("web", "web:fetch")).toEqual([
      ["level.category", "sandboxed: web", "Agents at level sandboxed have no tools that reach outside (web)."],
    ]);
    expect(sentences("terminal", "exec:command")).toEqual([
      ["level.category", "sandboxed: terminal", "Agents at level sandboxed have no terminal."],
    ]);
    expect(sentences("version_control", "vcs:push")).toEqual([
      ["level.git", "sandboxed: vcs:push", "Agents at level sandboxed do not push (git: local_only)."],
    ]);
    expect(sentences("weather" as Category, "fs:read")).toEqual([
      ["level.category", "sandboxed: weather", "There is no category weather."],
    ]);
  });
});

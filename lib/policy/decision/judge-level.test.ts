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
});

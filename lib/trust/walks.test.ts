import { describe, expect, test } from "vitest";
import type { Tally } from "./evidence.ts";
import type { TrustScope } from "./levels.ts";
import { rehearseTrust, type TrustHistory } from "./rehearse-trust.ts";
import { day, example, START, scores, tally } from "./trust.fixture.ts";

/** Each example up and down on a simulated clock. Days of work come from `work`, in order. */
function work(from: number, days: number, values: Partial<Tally>): Tally[] {
  return Array.from({ length: days }, (_, n) => tally({ on: from + n, ...values }));
}

/** A day of tasks: calls in a category, and the task as a whole. */
function tasks(from: number, days: number, { category = "file_system", difficulty = 2, each = 2, quality = 9 } = {}) {
  const task = { difficulty, tasksDone: each, said: scores(each, quality) };
  return Array.from({ length: days }, (_, n) => [
    tally({ on: from + n, category: category as TrustScope, completed: 8, ...task }),
    tally({ on: from + n, category: "all", ...task }),
  ]).flat();
}

function history(tallies: readonly Tally[], values: Partial<TrustHistory> = {}): TrustHistory {
  return { ceiling: "elevated", since: START, tallies, incidents: [], ...values };
}

/** The moves, as `day: scope from→to (kind)`, with a `?` where people are asked. */
function walk(name: Parameters<typeof example>[0], past: TrustHistory, until: number, peopleAgree = false) {
  const { moves } = rehearseTrust(example(name), past, { from: START, until: day(until), peopleAgree });
  return moves
    .filter(({ kind }) => kind !== "start")
    .map(
      ({ at, category, from, to, kind, human }) =>
        `${Math.floor((at - START) / 86_400_000 + 0.5)}: ${category} ${from}→${to} ${kind}${human ? "?" : ""}`,
    );
}

describe("disabled", () => {
  test("moves nothing, whatever an agent does", () => {
    expect(walk("disabled", history(work(0, 30, { completed: 50, difficulty: 5, approved: 50 })), 200)).toEqual([]);
    expect(walk("disabled", history(work(0, 30, { failed: 50 })), 200)).toEqual([]);
  });
});

describe("weighted", () => {
  const good = { completed: 20, difficulty: 4, approved: 5 };

  test("rises a level a day at most, asks people for elevated, and sinks when idle", () => {
    expect(walk("weighted", history(work(0, 10, good)), 75)).toEqual([
      "1: all sandboxed→restricted earned",
      "2: all restricted→standard earned",
      "3: all standard→elevated earned?",
      "39: all standard→restricted idle",
      "69: all restricted→sandboxed idle",
    ]);
  });

  test("reaches elevated only where people agree", () => {
    const { tracks } = rehearseTrust(example("weighted"), history(work(0, 20, good)), { from: START, until: day(20) });
    expect(tracks).toMatchObject([{ level: "standard" }]);
    const agreed = { from: START, until: day(20), peopleAgree: true };
    expect(rehearseTrust(example("weighted"), history(work(0, 20, good)), agreed).tracks).toMatchObject([
      { level: "elevated" },
    ]);
  });

  test("sinks by errors, once for the same errors", () => {
    const past = history([...work(0, 5, good), ...work(5, 1, { failed: 40, difficulty: 2 }), ...work(6, 20, good)]);
    const steps = walk("weighted", past, 26);
    expect(steps.filter((step) => step.includes("error_rate"))).toEqual(["5: all standard→restricted error_rate"]);
    // What was earned before the errors is not earned twice: it takes work anew, and a day.
    expect(steps.at(-2)).toBe("6: all restricted→standard earned");
  });
});

describe("per_category", () => {
  test("files rise by tasks in files; a deployment step waits for a person; one category says nothing of another", () => {
    const deploying = { category: "deployment", difficulty: 4, quality: 9 };
    const past = history([...tasks(0, 8), ...tasks(8, 12, deploying), ...tasks(8, 12)]);
    expect(walk("per-category", past, 22)).toEqual([
      "4: file_system restricted→standard earned",
      "17: deployment sandboxed→restricted earned?",
    ]);
    const { tracks } = rehearseTrust(example("per-category"), past, { from: START, until: day(22) });
    const levels = Object.fromEntries(tracks.map(({ category, level }) => [category, level]));
    expect(levels).toMatchObject({
      file_system: "standard",
      deployment: "sandboxed",
      version_control: "restricted",
      database: "sandboxed",
    });
  });

  test("a quality below what is asked for holds it, and idleness takes a level in that category alone", () => {
    expect(walk("per-category", history(tasks(0, 20, { quality: 6 })), 22)).toEqual([]);
    const past = history([...tasks(0, 6), ...tasks(6, 60, { category: "version_control" })]);
    expect(walk("per-category", past, 60)).toEqual([
      "4: file_system restricted→standard earned",
      "35: file_system standard→restricted idle",
    ]);
  });
});

describe("milestone", () => {
  test("five tasks, then twenty and a week; elevated after two clean weeks, by a person; then down again", () => {
    expect(walk("milestone", history(tasks(0, 30)), 100, true)).toEqual([
      "2: all sandboxed→restricted earned",
      "9: all restricted→standard earned",
      "14: all standard→elevated earned?",
      "59: all elevated→standard idle",
      "89: all standard→restricted idle",
    ]);
  });

  test("a fault puts off the clean history", () => {
    const past = history([...tasks(0, 30), tally({ on: 13, denied: 1 })]);
    expect(walk("milestone", past, 30).at(-1)).toBe("28: all standard→elevated earned?");
  });

  test("what is not shown again within the interval is lost", () => {
    // One success a week is not idle; it is too little to be verified by.
    const past = history([
      ...tasks(0, 12),
      ...Array.from({ length: 30 }, (_, n) => tally({ on: 14 + 7 * n, completed: 1, difficulty: 2 })),
    ]);
    expect(walk("milestone", past, 110)).toEqual([
      "2: all sandboxed→restricted earned",
      "9: all restricted→standard earned",
      "14: all standard→elevated earned?",
      "99: all standard→restricted re_verification",
    ]);
  });

  test("a critical incident goes to the lowest level at once, and nothing is earned for thirty days", () => {
    const incidents = [{ category: "all", severity: "critical", at: day(20) } as const];
    const steps = walk("milestone", history(tasks(0, 60), { incidents }), 58);
    expect(steps.slice(2)).toEqual([
      "14: all standard→elevated earned?",
      "20: all standard→sandboxed critical_incident",
      "50: all sandboxed→restricted earned",
      "51: all restricted→standard earned",
      "52: all standard→elevated earned?",
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { wilsonLowerBound } from "#lib/statistics/wilson.ts";
import { meanLowerBound, successesNeeded } from "./bounds.ts";
import { DAY_MS } from "./defaults.ts";
import { evaluateTrust } from "./evaluate-trust.ts";
import type { Tally } from "./evidence.ts";
import { rankOf } from "./levels.ts";
import { day, evidence, example, START, scores, sectionFrom, tally, track } from "./trust.fixture.ts";

const BARE: TrustSection = { strategy: "weighted" };
const days = (number: number, values: Partial<Tally>) =>
  Array.from({ length: number }, (_, on) => tally({ on, ...values }));
const movesOf = (config: TrustSection, known: Parameters<typeof evaluateTrust>[1], now: number) =>
  evaluateTrust(config, known, now).moves;

describe("the lower bound", () => {
  test.each([
    [1, 1, 0.21],
    [5, 5, 0.57],
    [16, 16, 0.81],
    [73, 73, 0.95],
    [381, 381, 0.99],
    [19, 20, 0.76],
    [0, 0, 0],
  ])("of %i in %i is %f", (good, tries, bound) => {
    expect(wilsonLowerBound(good, tries)).toBeCloseTo(bound, 2);
  });

  test("says how many clean calls are missing, or that none would do", () => {
    expect(successesNeeded(0, 0, 0.8)).toBe(16);
    expect(successesNeeded(61, 61, 0.95)).toBe(12);
    expect(successesNeeded(16, 16, 0.8)).toBe(0);
    expect(successesNeeded(0, 5_000_000, 0.99)).toBeUndefined();
  });

  test.each([
    [0, 10, 0],
    [1, 10, 0],
    [2, 10, 5.51],
    [5, 9, 8.38],
    [50, 9, 8.86],
  ])("of %i scores of %i is %f: a few say little, however high", (count, each, bound) => {
    expect(meanLowerBound(scores(count, each))).toBeCloseTo(bound, 2);
  });

  test("of scores is lower the further they lie apart", () => {
    const [together, apart] = [meanLowerBound(scores(10, 8)), meanLowerBound({ count: 10, sum: 80, squares: 730 })];
    expect(apart).toBeLessThan(together - 1);
  });
});

describe("farming", () => {
  const trivial = days(50, { completed: 20, difficulty: 1, approved: 5 });

  test("a thousand trivial successes do not pass a gate meant for hard work, in any strategy", () => {
    const restricted = track({ level: "restricted" });
    const now = day(50);
    expect(movesOf(BARE, evidence(trivial, { tracks: [restricted] }), now)).toEqual([]);
    const claimed = trivial.map((one) => ({ ...one, tasksDone: 20, said: scores(20, 10) }));
    const whole = claimed.map((one) => ({ ...one, category: "all" as const, completed: 0 }));
    expect(movesOf(example("milestone"), evidence([...claimed, ...whole], { tracks: [restricted] }), now)).toEqual([]);
    const files = [track({ category: "file_system", level: "restricted" })];
    const moves = movesOf(example("per-category"), evidence(claimed, { tracks: files }), now);
    expect(moves.filter(({ kind }) => kind === "earned")).toEqual([]);
  });

  test("control: the same number of medium ones does", () => {
    const medium = trivial.map((one) => ({ ...one, difficulty: 2 }));
    const known = evidence(medium, { tracks: [track({ level: "restricted" })] });
    expect(movesOf(BARE, known, day(50))).toMatchObject([{ to: "standard", human: false }]);
  });

  test("the seeds' weighted score of a thousand trivial successes stays under the second threshold", () => {
    const silent = trivial.map((one) => ({ ...one, approved: 0 }));
    const { tracks } = evaluateTrust(example("weighted"), evidence(silent), day(50));
    expect(tracks[0]?.score).toBeLessThan(0.6);
    expect(
      movesOf(example("weighted"), evidence(silent, { tracks: [track({ level: "restricted" })] }), day(50)),
    ).toEqual([]);
  });

  test("nor does praise lift them over it: a score of people's yeses and easy calls waits for hard ones", () => {
    const restricted = [track({ level: "restricted" })];
    const easy = evaluateTrust(example("weighted"), evidence(trivial, { tracks: restricted }), day(50));
    expect(easy.tracks[0]?.score).toBeGreaterThan(0.6);
    expect(easy.moves).toEqual([]);
    expect(easy.tracks[0]?.next?.missing).toEqual(["16 more completed calls of difficulty 2 or more"]);
    const some = evidence([...trivial, tally({ on: 49, completed: 16, difficulty: 2 })], { tracks: restricted });
    expect(movesOf(example("weighted"), some, day(50))).toMatchObject([{ to: "standard", kind: "earned" }]);
  });

  test("nor do hard calls that failed: those it rests on went well, and few of their kind did not", () => {
    const restricted = [track({ level: "restricted" })];
    const hardly = (completed: number, failed: number) =>
      evaluateTrust(
        example("weighted"),
        evidence([...trivial, tally({ on: 49, completed, failed, difficulty: 2 })], { tracks: restricted }),
        day(50),
      );
    expect(hardly(0, 16)).toMatchObject({ moves: [] });
    const half = hardly(16, 16);
    expect(half.moves).toEqual([]);
    expect(half.tracks[0]?.next?.missing).toEqual([
      "fewer failures: 0.50 of its calls of difficulty 2 or more, at most 0.15",
    ]);
    expect(hardly(18, 2).moves).toMatchObject([{ to: "standard", kind: "earned" }]);
  });

  test("one perfect task promotes nobody, nor do five, nor an agent's own word alone", () => {
    const one = [tally({ on: 1, category: "all", tasksDone: 1, said: scores(1, 10) }), tally({ on: 1, completed: 1 })];
    expect(movesOf(example("milestone"), evidence(one), day(5))).toEqual([]);
    const words = [tally({ on: 1, category: "all", tasksDone: 500, said: scores(500, 10), difficulty: 5 })];
    expect(movesOf(example("milestone"), evidence(words), day(5))).toEqual([]);
  });
});

describe("a bar of 0.95", () => {
  const bar = sectionFrom(
    "trust:\n  strategy: per_category\n  promotion_criteria:\n    git:\n      restricted_to_standard: { score: 0.95 }\n",
  );
  const known = (completed: number, failed: number) =>
    evidence([tally({ on: 1, category: "version_control", difficulty: 2, completed, failed })], {
      tracks: [track({ category: "version_control", level: "restricted" })],
    });
  const earned = (completed: number, failed: number) =>
    movesOf(bar, known(completed, failed), day(3)).filter(({ kind }) => kind === "earned");

  test("is not held by one failure in twenty, nor by twenty clean calls; seventy-three hold it", () => {
    expect(earned(19, 1)).toEqual([]);
    expect(earned(20, 0)).toEqual([]);
    expect(earned(73, 0)).toMatchObject([{ category: "version_control", to: "standard" }]);
  });

  test("says what is missing in words", () => {
    const [standing] = evaluateTrust(bar, known(61, 0), day(3)).tracks;
    expect(standing?.next).toEqual({
      to: "standard",
      missing: ["12 more clean calls of difficulty 2 or more (0.94 → 0.95)"],
      human: false,
      raisesCeiling: false,
    });
  });
});

describe("decay", () => {
  const standard = track({ level: "standard", since: day(-100), verifiedAt: day(-1) });

  test("by idleness counts from the last success: failing, being denied and being looked at do not put it off", () => {
    const known = evidence([tally({ on: 0, completed: 1 }), tally({ on: 20, failed: 1, denied: 5 })], {
      tracks: [standard],
    });
    const midnight = Math.floor(START / DAY_MS) * DAY_MS;
    expect(movesOf(BARE, known, midnight + 30 * DAY_MS - 1)).toEqual([]);
    expect(movesOf(BARE, known, midnight + 30 * DAY_MS)).toMatchObject([{ kind: "idle", to: "restricted" }]);
  });

  test("by errors fires over twenty calls and above the rate, not at it", () => {
    const at = (completed: number, failed: number) =>
      movesOf(BARE, evidence([tally({ completed, failed })], { tracks: [{ ...standard, since: day(-9) }] }), day(1));
    expect(at(17, 3)).toEqual([]);
    expect(at(16, 4)).toMatchObject([{ kind: "error_rate", to: "restricted" }]);
    expect(at(0, 19)).toEqual([]);
  });

  test("by errors looks at the newest calls, so that a long good past does not hide a bad week", () => {
    const tallies = [...days(50, { completed: 100 }), tally({ on: 60, completed: 150, failed: 60 })];
    expect(movesOf(BARE, evidence(tallies, { tracks: [standard] }), day(61))).toMatchObject([{ kind: "error_rate" }]);
  });

  test("by errors is not put off by easy calls of the same day, nor by any number of them", () => {
    const easy = tally({ on: 60, completed: 250 });
    const moved = (...tallies: Tally[]) => movesOf(BARE, evidence(tallies, { tracks: [standard] }), day(61));
    expect(moved(easy, tally({ on: 60, failed: 60 }))).toMatchObject([{ kind: "error_rate" }]);
    const many = days(60, { completed: 100 });
    const hard = (completed: number, failed: number) =>
      moved(...many, easy, tally({ on: 60, difficulty: 2, completed, failed }));
    expect(hard(10, 10)).toMatchObject([
      { kind: "error_rate", reason: "10 of its last 20 calls of difficulty 2 or more failed: more than 0.15 of them." },
    ]);
    expect(hard(9, 10)).toEqual([]);
    expect(hard(17, 3)).toEqual([]);
  });

  test("three minor incidents are one level, a critical one is all of them", () => {
    const incident = (severity: "minor" | "critical", on: number) =>
      ({ category: "all", severity, at: day(on) }) as const;
    const of = (...incidents: ReturnType<typeof incident>[]) =>
      movesOf(BARE, evidence([tally({ completed: 5 })], { tracks: [standard], incidents }), day(5));
    expect(of(incident("minor", 1), incident("minor", 2))).toEqual([]);
    expect(of(incident("minor", 1), incident("minor", 2), incident("minor", 3))).toMatchObject([{ to: "restricted" }]);
    expect(of(incident("critical", 1))).toMatchObject([{ to: "sandboxed", kind: "critical_incident" }]);
  });

  test("does not happen where the document turned it off", () => {
    const off: TrustSection = { ...BARE, re_verification: { enabled: false } };
    expect(movesOf(off, evidence([], { tracks: [standard] }), day(500))).toEqual([]);
  });
});

test("what was earned on another version of a tool counts no more, and what was done wrong on it still does", () => {
  const old = days(20, { completed: 20, difficulty: 4, approved: 5, current: false });
  const known = evidence(old, { tracks: [track({ level: "restricted", since: day(-9) })] });
  const standing = evaluateTrust(example("weighted"), known, day(20));
  expect(standing.moves).toEqual([]);
  expect(standing.tracks[0]).toMatchObject({
    score: 0,
    note: "a tool's version changed: 400 calls on the old one no longer count",
  });
  const failing = days(2, { completed: 10, failed: 10, current: false });
  const worse = evidence(failing, { tracks: [track({ level: "restricted", since: day(-9) })] });
  expect(movesOf(example("weighted"), worse, day(2))).toMatchObject([{ kind: "error_rate" }]);
});

test("days without a fault are counted from the end of the day of the last one: when in it that was, nobody knows any more", () => {
  const config = sectionFrom(
    "trust:\n  strategy: milestone\n  milestones:\n    standard_to_elevated: { clean_history_days: 14, requires_human_approval: true }\n",
  );
  const midnight = Math.floor(START / DAY_MS) * DAY_MS;
  const tallies = [
    tally({ on: -5, completed: 30, difficulty: 4 }),
    tally({ on: 0, completed: 30, failed: 1, difficulty: 4 }),
  ];
  const known = evidence(tallies, { tracks: [track({ level: "standard", since: day(-3) })] });
  const at = (now: number) => movesOf(config, known, now).filter(({ kind }) => kind === "earned");
  expect(at(midnight + 14 * DAY_MS + 60_000)).toEqual([]);
  expect(at(midnight + 15 * DAY_MS)).toMatchObject([{ to: "elevated", human: true }]);
});

test("a frozen track does not rise, and still sinks", () => {
  const good = days(20, { completed: 20, difficulty: 4, approved: 5 });
  const frozen = track({ level: "restricted", since: day(-9), frozen: "under review" });
  expect(movesOf(example("weighted"), evidence(good, { tracks: [frozen] }), day(20))).toEqual([]);
  expect(movesOf(example("weighted"), evidence(good, { tracks: [frozen] }), day(60))).toMatchObject([{ kind: "idle" }]);
});

test("a step past the declared level asks people, and asks for the ceiling with it", () => {
  const good = days(20, { completed: 20, difficulty: 4, approved: 5 });
  const known = evidence(good, { ceiling: "restricted", tracks: [track({ level: "restricted", since: day(-9) })] });
  expect(movesOf(example("weighted"), known, day(20))).toMatchObject([
    { to: "standard", human: true, ceilingTo: "standard" },
  ]);
});

describe("of any document and any evidence", () => {
  const anyTally = fc.record({
    on: fc.integer({ min: 0, max: 60 }),
    category: fc.constantFrom("file_system", "deployment", "web", "all"),
    difficulty: fc.integer({ min: 1, max: 5 }),
    completed: fc.nat(300),
    failed: fc.nat(20),
    denied: fc.nat(5),
    approved: fc.nat(50),
    rejected: fc.nat(3),
    tasksDone: fc.nat(50),
    current: fc.boolean(),
  });
  const anyLevel = fc.constantFrom("sandboxed", "restricted", "standard", "elevated");
  const anyCase = fc.record({
    config: fc.constantFrom(
      ...(["weighted", "per-category", "milestone"] as const).map(example),
      BARE,
      { strategy: "per_category" } as const,
      { strategy: "milestone" } as const,
    ),
    tallies: fc.array(anyTally, { maxLength: 30 }),
    levels: fc.tuple(anyLevel, anyLevel, anyLevel),
    ceiling: anyLevel,
    since: fc.integer({ min: -200, max: 60 }),
  });

  test("no step skips a level, none to elevated, in deployment or past the ceiling goes without a person, none comes within a day", () => {
    fc.assert(
      fc.property(anyCase, ({ config, tallies, levels, ceiling, since }) => {
        const [all, files, deployment] = levels as ("sandboxed" | "restricted" | "standard" | "elevated")[];
        const tracks = [
          track({ category: "all", level: all ?? "sandboxed", since: day(since), verifiedAt: day(since) }),
          track({ category: "file_system", level: files ?? "sandboxed", since: day(since), verifiedAt: day(since) }),
          track({
            category: "deployment",
            level: deployment ?? "sandboxed",
            since: day(since),
            verifiedAt: day(since),
          }),
        ];
        const now = day(60) + 1;
        const known = evidence(
          tallies.map((one) => tally(one as Partial<Tally> & { on: number })),
          {
            ceiling: ceiling as "standard",
            tracks,
          },
        );
        for (const move of evaluateTrust(config, known, now).moves) {
          if (move.from === null) {
            expect(move.to).not.toBe("elevated");
            continue;
          }
          const up = rankOf(move.to) - rankOf(move.from);
          expect(up).toBeLessThanOrEqual(1);
          if (up !== 1) continue;
          expect(now - day(since)).toBeGreaterThanOrEqual(DAY_MS);
          if (move.to === "elevated" || move.category === "deployment") expect(move.human).toBe(true);
          if (rankOf(move.to) > rankOf(ceiling as "standard"))
            expect(move).toMatchObject({ human: true, ceilingTo: move.to });
        }
      }),
      { numRuns: 500 },
    );
  });
});

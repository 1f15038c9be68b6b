import { expect, test } from "vitest";
import { exitCodeOf, judge } from "./judge.ts";

const reading = (values: number[], baseline = 100) => ({
  metric: "ask",
  unit: "calls/s" as const,
  rounds: values.map((value) => ({ value, baseline })),
  baselineFile: "bench/baselines/x.ts",
});

const steady = [50, 51, 49, 50, 50, 52, 48, 50, 50];

test("a line has exactly the fields that are promised, with the ratio of the medians", () => {
  expect(judge("db", reading(steady), 0.35)).toEqual({
    bench: "db",
    metric: "ask",
    value: 50,
    unit: "calls/s",
    baseline: 100,
    ratio: 0.5,
    bar: 0.35,
    holds: true,
    rounds: 9,
    spread: 0.04,
    baselineFile: "bench/baselines/x.ts",
  });
});

test("a bar that the rounds clearly miss does not hold", () => {
  expect(judge("db", reading(steady), 0.6).holds).toBe(false);
});

test("a bar within what the rounds leave open is neither held nor missed", () => {
  const wild = [20, 50, 80, 50, 20, 80, 50, 20, 80];
  expect(judge("db", reading(wild), 0.35).holds).toBeNull();
  expect(judge("db", reading(wild), 0.6).holds).toBeNull();
  expect(judge("db", reading(wild), 0.1).holds).toBe(true);
});

test("rounds are compared in pairs: a machine that slows down for both sides does not widen the spread", () => {
  const rounds = [100, 80, 60, 40, 20, 40, 60, 80, 100].map((baseline) => ({ value: baseline / 2, baseline }));
  expect(judge("db", { ...reading([]), rounds }, 0.45)).toMatchObject({ holds: true, spread: 0, ratio: 0.5 });
});

test("where nothing is promised nothing is broken", () => {
  expect(judge("db", reading(steady), null)).toMatchObject({ bar: null, holds: true });
});

test("a broken bar ends with 1, an unclear one with 4, and broken is the worse", () => {
  const held = judge("db", reading(steady), 0.35);
  const broken = { ...held, holds: false };
  const unclear = { ...held, holds: null };
  expect(exitCodeOf([held])).toBe(0);
  expect(exitCodeOf([held, broken])).toBe(1);
  expect(exitCodeOf([held, unclear])).toBe(4);
  expect(exitCodeOf([unclear, broken])).toBe(1);
});

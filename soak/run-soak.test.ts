import { expect, test } from "vitest";
import type { SoakPromise, TrialResult } from "./promise.ts";
import { PROMISES } from "./promises/index.ts";
import { renderReport } from "./report.ts";
import { runSoak } from "./run-soak.ts";

const promiseOf = (run: SoakPromise["run"]): SoakPromise => ({
  name: "sample",
  says: "A sample holds.",
  means: "Only samples of samples.",
  rounds: { full: 3, short: 1 },
  run,
});
const soak = (run: SoakPromise["run"]) =>
  runSoak({
    promises: [promiseOf(run)],
    seed: 5,
    signal: new AbortController().signal,
    say: () => {},
    onDone: () => {},
  });
const kept: TrialResult = { rounds: 3, violations: [], figures: { tried: 9 } };

test("a promise is tried at its full count from the given seed", async () => {
  const trials: object[] = [];
  const [line] = await soak(async (trial) => {
    trials.push(trial);
    return kept;
  });
  expect(trials).toMatchObject([{ rounds: 3, seed: 5 }]);
  expect(line).toMatchObject({ soak: "sample", rounds: 3, violations: 0, seed: 5 });
});

test("a promise that was tried less often than asked, or not at all, is not kept", async () => {
  expect(await soak(async () => ({ ...kept, rounds: 2 }))).toMatchObject([{ violations: 1 }]);
  const [untried] = await soak(() => Promise.reject(new Error("no answer", { cause: new Error("no server") })));
  expect(untried?.result).toEqual({
    rounds: 0,
    violations: ["It could not be tried: no answer: no server"],
    figures: {},
  });
});

test("who asks to stop gets no result, neither of what was under way nor of what was to come", async () => {
  const stop = new AbortController();
  const begun: string[] = [];
  const promises = ["first", "second"].map((name) => ({
    ...promiseOf(async ({ signal }) => {
      begun.push(name);
      stop.abort(new Error("Stopped."));
      signal.throwIfAborted();
      return kept;
    }),
    name,
  }));
  const told: object[] = [];
  const soaking = runSoak({ promises, seed: 5, signal: stop.signal, say: () => {}, onDone: (line) => told.push(line) });
  await expect(soaking).rejects.toThrow("Stopped.");
  expect([begun, told]).toEqual([["first"], []]);
});

test("no two promises have one name, and a short form is shorter", () => {
  expect(new Set(PROMISES.map(({ name }) => name)).size).toBe(PROMISES.length);
  for (const { rounds } of PROMISES) expect(rounds.short).toBeLessThan(rounds.full);
});

test("the report says what was tried, how often, and what broke", async () => {
  const soaked = await soak(async () => ({ ...kept, violations: ["round 2: it | broke"] }));
  const page = renderReport(soaked, { at: new Date("2026-01-02T03:04:05Z"), machine: "2 cores" });
  expect(page).toContain("| `sample` | A sample holds. | 3 | **1** |");
  expect(page).toContain("tried 9");
  expect(page).toContain("`sample`: Only samples of samples.");
  expect(page).toContain("round 2: it | broke");
  expect(page).toContain("2026-01-02");
});

import { expect, test } from "vitest";
import { BARS } from "./bars.ts";
import { type Bench, isWanted } from "./bench.ts";
import { runBenches } from "./run-benches.ts";

/** What a whole run of the bench would have measured beside what these tests look at. */
const OTHER_BARS = Object.keys(BARS)
  .filter((bar) => bar.startsWith("db "))
  .map((bar) => bar.slice("db ".length))
  .filter((metric) => metric !== "ask.mix.8");

function benchOf(ratio: number, others: readonly string[] = OTHER_BARS): Bench {
  return {
    name: "db",
    says: "A bench that measures nothing.",
    async *run({ rounds }) {
      const pairs = Array.from({ length: rounds }, () => ({ value: 1000 * ratio, baseline: 1000 }));
      yield { metric: "ask.mix.8", unit: "calls/s", rounds: pairs, baselineFile: "bench/baselines/bare-insert.ts" };
      yield { metric: "ask.mix.8.p99", unit: "ms", rounds: pairs, baselineFile: "bench/baselines/bare-insert.ts" };
      const kept = pairs.map(() => ({ value: 1000, baseline: 1000 }));
      for (const metric of others) yield { metric, unit: "calls/s", rounds: kept, baselineFile: "" };
    },
  };
}

async function run(ratio: number, json: boolean, bench = benchOf(ratio)) {
  const [printed, said]: [string[], string[]] = [[], []];
  const signal = new AbortController().signal;
  const code = await runBenches([bench], {
    json,
    signal,
    print: (text) => printed.push(text),
    say: (line) => said.push(line),
  });
  return { code, printed, said };
}

test("a bar of the bench that was never measured ends with 1 and is named", async () => {
  const { code, said } = await run(0.5, true, benchOf(0.5, OTHER_BARS.slice(1)));
  expect(code).toBe(1);
  expect(said.join()).toContain(`db ${OTHER_BARS[0]}`);
});

test("a ratio above its bar ends with 0, one below it with 1", async () => {
  expect((await run(0.5, true)).code).toBe(0);
  expect((await run(0.2, true)).code).toBe(1);
});

test("with --json every line is one object, and the bar comes from the table of bars", async () => {
  const { printed } = await run(0.5, true);
  const lines = printed.map((line) => JSON.parse(line));
  expect(lines.slice(0, 2).map(({ metric, bar, holds }) => ({ metric, bar, holds }))).toEqual([
    { metric: "ask.mix.8", bar: BARS["db ask.mix.8"], holds: true },
    { metric: "ask.mix.8.p99", bar: null, holds: true },
  ]);
});

test("without it people get a table that names a broken bar", async () => {
  const { printed } = await run(0.2, false);
  expect(printed.join("\n")).toMatch(/db\s+ask\.mix\.8\s+200 calls\/s\s+1000 calls\/s\s+0\.20\s+≥ 0\.35\s+0 %\s+NO/);
});

test("fewer rounds than can say anything are refused", async () => {
  const options = { json: true, signal: new AbortController().signal, print: () => {}, say: () => {}, rounds: 6 };
  await expect(runBenches([benchOf(1)], options)).rejects.toThrow("at least 7");
});

test("who asks for some metrics gets these, judged by their own bars and by no other", async () => {
  const [printed, said]: [string[], string[]] = [[], []];
  const code = await runBenches([benchOf(0.5, [])], {
    ...{ json: true, signal: new AbortController().signal, only: ["ask.mix.8"] },
    print: (text) => printed.push(text),
    say: (line) => said.push(line),
  });
  expect({ code, said }).toEqual({ code: 0, said: [] });
  expect(printed.map((line) => JSON.parse(line).metric)).toEqual(["ask.mix.8", "ask.mix.8.p99"]);
  expect(isWanted({ only: ["sustained.command"] }, "sustained")).toBe(true);
  expect(isWanted({ only: ["start"] }, "start.p50")).toBe(true);
  expect(isWanted({ only: ["start"] }, "starts")).toBe(false);
});

import { HOSTILE_TEXTS } from "#fixtures/registry/hostile-texts.ts";
import { corpusTools, type LabelledTool, ownTools } from "#fixtures/registry/labelled-tools.ts";
import { scanTool } from "#lib/registry/scan/scan-tool.ts";
import { scoreOf } from "#lib/sanitise/scorecard/scorecard.ts";
import { PLAIN_PASS, plainPass } from "../baselines/plain-pass.ts";
import { DEFINITIONS_PER_SECOND, PROMISED_PASS, PROMISED_RECALL, SCAN_PROMISE } from "../baselines/scan-promise.ts";
import { type Bench, type Circumstances, LEAST_ROUNDS, type Pair, type Reading } from "../bench.ts";
import { interleave } from "../interleave.ts";
import { honestDefinition, weightOf } from "./definition.ts";

/** What a door lets in at most. */
const HOSTILE_LENGTH = 262_144;

export const scanBench: Bench = {
  name: "scan",
  says: "What the scanner of definitions holds and lets pass, family by family, and what it costs.",
  async *run(circumstances) {
    yield* await measureCost(circumstances);
    yield* await measureHostile(circumstances);
    yield* measureScores("own", ownTools());
    for (const part of ["tuned", "held"] as const) {
      const tools = corpusTools(part);
      if (tools.length === 0) circumstances.say(`${part}: no larger sets here (AIRLOCK_CORPORA names none)`);
      else yield* measureScores(part, tools);
    }
  },
};

async function measureCost({ rounds, milliseconds, signal, say }: Circumstances): Promise<Reading[]> {
  const definition = honestDefinition();
  const weight = weightOf(definition);
  say(`one definition of ${weight} bytes`);
  const arms = {
    scan: async () => ratePerSecond(() => scanTool(definition), milliseconds / 2),
    plain: async () => ratePerSecond(() => plainPass(definition), milliseconds / 4),
  };
  await interleave(arms, 1, signal);
  const { scan, plain } = await interleave(arms, rounds, signal);
  const megabytes = (rate: number): number => (rate * weight) / 1e6;
  return [
    {
      metric: "cost.4kb",
      unit: "calls/s",
      rounds: scan.map((value) => ({ value, baseline: DEFINITIONS_PER_SECOND })),
      baselineFile: SCAN_PROMISE,
    },
    {
      metric: "throughput.4kb",
      unit: "MB/s",
      rounds: scan.map((value, round) => ({ value: megabytes(value), baseline: megabytes(plain[round] ?? value) })),
      baselineFile: PLAIN_PASS,
    },
  ];
}

/** The worst texts of the largest size, beside honest words of that size. */
async function measureHostile({ rounds, signal, say }: Circumstances): Promise<Reading[]> {
  say(`texts made to be slow, of ${HOSTILE_LENGTH} characters`);
  const honest = "Returns the rows of a table that match the filter, in the order given. "
    .repeat(4_000)
    .slice(0, HOSTILE_LENGTH);
  const readings: Reading[] = [];
  for (const [name, make] of Object.entries(HOSTILE_TEXTS)) {
    const hostile = make(HOSTILE_LENGTH);
    const arms = { hostile: async () => millisecondsOf(hostile), honest: async () => millisecondsOf(honest) };
    const samples = await interleave(arms, rounds, signal);
    readings.push({
      metric: `hostile.${name.replaceAll(" ", "-")}`,
      unit: "ms",
      rounds: samples.hostile.map((value, round) => ({ value, baseline: samples.honest[round] ?? value })),
      baselineFile: "bench/scan/bench-scan.ts",
    });
  }
  return readings;
}

function* measureScores(set: string, tools: readonly LabelledTool[]): Generator<Reading> {
  const judged = tools.map(({ tool, ...row }) => ({ ...row, isHeld: scanTool(tool).verdict !== "ok" }));
  const { families, honest } = scoreOf(judged);
  for (const { family, recall } of families) {
    yield exactly(`${set}.recall.${family}`, { value: recall, baseline: PROMISED_RECALL[family] ?? 1 });
  }
  yield exactly(`${set}.honest.pass`, { value: 1 - honest.rate, baseline: PROMISED_PASS });
  // Wilson's bound: what the rate of false alarms may be, for all that so few rows can tell.
  yield exactly(`${set}.honest.pass-at-least`, { value: 1 - honest.rateUpper, baseline: PROMISED_PASS });
}

/** A count, not a measurement: it comes out the same in every round. */
function exactly(metric: string, pair: Pair): Reading {
  return {
    metric,
    unit: "share",
    rounds: Array.from({ length: LEAST_ROUNDS }, () => pair),
    baselineFile: SCAN_PROMISE,
  };
}

function ratePerSecond(work: () => unknown, milliseconds: number): number {
  const started = performance.now();
  let turns = 0;
  let now = started;
  for (; now - started < milliseconds; now = performance.now()) {
    work();
    turns += 1;
  }
  return (turns * 1000) / (now - started);
}

function millisecondsOf(text: string): number {
  const started = performance.now();
  scanTool({ name: "x", description: text });
  return performance.now() - started;
}

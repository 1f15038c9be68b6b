import { corpusTextsAndSecrets, type JudgedText, ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { scoreTexts } from "#lib/sanitise/scorecard/score-texts.ts";
import { CLEAN_PROMISE, PROMISED_RECALL, PROMISED_SILENCE, STREAM_GROWTH_MB } from "../baselines/clean-promise.ts";
import { PLAIN_PASS, plainPass } from "../baselines/plain-pass.ts";
import { lookQuickly, QUICK_EXPRESSIONS } from "../baselines/quick-expressions.ts";
import { REMARK_ALONE, remarkAlone } from "../baselines/remark-alone.ts";
import { SECRETLINT_ALONE, secretlintAlone } from "../baselines/secretlint-alone.ts";
import { STRIP_ANSI_ALONE, stripAnsiAlone } from "../baselines/strip-ansi-alone.ts";
import { type Bench, type Circumstances, LEAST_ROUNDS, type Pair, type Reading } from "../bench.ts";
import { interleave } from "../interleave.ts";
import { streamGrowthApart } from "./stream-growth.ts";
import { cleanText, HOSTILE_REPEATS, mixedText, repeated } from "./texts.ts";

const MIXED_LENGTH = 4_000_000;
const HOSTILE_LENGTH = 1_000_000;
/** What the slow ones get of it; their speed is a speed all the same. */
const SHARE_OF_REMARK = 65_536;
const BENCH = "bench/clean/bench-clean.ts";

export const cleanBench: Bench = {
  name: "clean",
  says: "What the cleaner finds and lets pass, family by family, and how fast, on honest and on hostile text.",
  async *run(circumstances) {
    yield* await measureMixed(circumstances);
    yield* await measureHostile(circumstances);
    yield* await measureGrowth(circumstances);
    yield* await measureStream(circumstances);
    yield* measureScores("own", ownTexts());
    for (const part of ["train", "tune", "kept"] as const) {
      const rows = corpusTextsAndSecrets(part);
      if (rows.length === 0) circumstances.say(`${part}: no larger sets here (AIRLOCK_CORPORA names none)`);
      else {
        yield* measureScores(part, rows);
        yield* measureBesideExpressions(part, rows);
      }
    }
  },
};

async function measureMixed({ rounds, signal, say }: Circumstances): Promise<Reading[]> {
  say(`mixed text of ${MIXED_LENGTH} characters: everything, beside programs that do a part of it`);
  const mixed = mixedText(MIXED_LENGTH);
  const plain = cleanText(MIXED_LENGTH);
  const some = mixed.slice(0, SHARE_OF_REMARK);
  const arms = {
    clean: () => speedOf(mixed, clean),
    cleanPlain: () => speedOf(plain, clean),
    stripAnsi: () => speedOf(mixed, stripAnsiAlone),
    secretlint: () => speedOf(mixed, secretlintAlone),
    remark: () => speedOf(some, remarkAlone),
    bare: () => speedOf(mixed, plainPass),
  };
  await interleave(arms, 2, signal);
  const speeds = await interleave(arms, rounds, signal);
  const beside = (
    metric: string,
    value: readonly number[],
    baseline: readonly number[],
    baselineFile: string,
  ): Reading => ({
    metric,
    unit: "MB/s",
    rounds: value.map((speed, round) => ({ value: speed, baseline: baseline[round] ?? speed })),
    baselineFile,
  });
  return [
    beside("mixed.strip-ansi", speeds.clean, speeds.stripAnsi, STRIP_ANSI_ALONE),
    beside("mixed.secretlint", speeds.clean, speeds.secretlint, SECRETLINT_ALONE),
    beside("mixed.remark", speeds.clean, speeds.remark, REMARK_ALONE),
    beside("mixed.bare", speeds.clean, speeds.bare, PLAIN_PASS),
    beside("plain.bare", speeds.cleanPlain, speeds.bare, PLAIN_PASS),
  ];
}

/** Each repeat beside mixed text, and the worst of them: that one decides. */
async function measureHostile({ rounds, signal, say }: Circumstances): Promise<Reading[]> {
  say(`texts made to be slow, of ${HOSTILE_LENGTH} characters`);
  const mixed = mixedText(HOSTILE_LENGTH);
  const texts = Object.entries(HOSTILE_REPEATS).map(
    ([name, piece]) => [name, repeated(piece, HOSTILE_LENGTH)] as const,
  );
  const arms: Record<string, () => Promise<number>> = { mixed: () => speedOf(mixed, clean) };
  for (const [name, text] of texts) arms[name] = () => speedOf(text, clean);
  const speeds = await interleave(arms, rounds, signal);
  const readings = texts.map(([name]): Reading => {
    const values = speeds[name] ?? [];
    return {
      metric: `hostile.${name.replaceAll(" ", "-")}`,
      unit: "MB/s",
      rounds: values.map((value, round) => ({ value, baseline: speeds.mixed?.[round] ?? value })),
      baselineFile: BENCH,
    };
  });
  const worst = Array.from({ length: rounds }, (_, round): Pair => {
    const values = texts.map(([name]) => speeds[name]?.[round] ?? 0);
    return { value: Math.min(...values), baseline: speeds.mixed?.[round] ?? 1 };
  });
  return [...readings, { metric: "hostile.worst", unit: "MB/s", rounds: worst, baselineFile: BENCH }];
}

/** From a kilobyte to fifty megabytes, beside 64 KB: what is linear has one speed. */
async function measureGrowth({ rounds, signal, say }: Circumstances): Promise<Reading[]> {
  say("mixed text from 1 KB to 50 MB");
  const sizes = { "1kb": 1_000, "1mb": 1_000_000, "50mb": 50_000_000 };
  const base = mixedText(64_000);
  const readings: Reading[] = [];
  for (const [name, length] of Object.entries(sizes)) {
    const text = mixedText(length);
    const arms = { text: () => speedOf(text, clean), base: () => speedOf(base, clean) };
    const speeds = await interleave(arms, length > 10_000_000 ? LEAST_ROUNDS : rounds, signal);
    readings.push({
      metric: `linear.${name}`,
      unit: "MB/s",
      rounds: speeds.text.map((value, round) => ({ value, baseline: speeds.base[round] ?? value })),
      baselineFile: BENCH,
    });
  }
  return readings;
}

async function measureStream({ signal, say }: Circumstances): Promise<Reading[]> {
  say("a gigabyte as a stream");
  const grown = await streamGrowthApart(1_000_000_000, signal);
  return [exactly("stream.1gb", { value: STREAM_GROWTH_MB / Math.max(grown, 1), baseline: 1 })];
}

function* measureScores(set: string, rows: readonly JudgedText[]): Generator<Reading> {
  const { hostile, honest, silence, silenceLower, same } = scoreTexts(rows);
  for (const { family, share } of hostile) {
    yield exactly(`${set}.recall.${family}`, { value: share, baseline: PROMISED_RECALL[family] ?? 1 });
  }
  for (const { family, share } of honest) {
    yield exactly(`${set}.silence.${family}`, { value: share, baseline: PROMISED_SILENCE });
  }
  yield exactly(`${set}.silence`, { value: silence, baseline: PROMISED_SILENCE });
  // Wilson's bound: what the rate of false alarms may be, for all that so many rows can tell.
  yield exactly(`${set}.silence-at-least`, { value: silenceLower, baseline: PROMISED_SILENCE });
  yield exactly(`${set}.same`, { value: same, baseline: 1 });
}

/** Families of plain sentences: of the others an expression that changes nothing finds little by its nature. */
const SENTENCES: readonly string[] = ["override", "authority", "exfil-request"];

/** What is found of plain sentences, and what is raised on honest text, beside expressions that know the usual ones. */
function* measureBesideExpressions(set: string, rows: readonly JudgedText[]): Generator<Reading> {
  const own = scoreTexts(rows);
  const quick = scoreTexts(rows, lookQuickly);
  for (const family of SENTENCES) {
    const [value, baseline] = [own, quick].map(
      ({ hostile }) => hostile.find((score) => score.family === family)?.share,
    );
    if (value === undefined || !baseline) continue;
    yield { ...exactly(`${set}.beside.${family}`, { value, baseline }), baselineFile: QUICK_EXPRESSIONS };
  }
  const silence = { value: own.silence, baseline: quick.silence };
  yield { ...exactly(`${set}.beside.silence`, silence), baselineFile: QUICK_EXPRESSIONS };
}

/** A count, not a measurement: it comes out the same in every round. */
function exactly(metric: string, pair: Pair): Reading {
  return {
    metric,
    unit: "share",
    rounds: Array.from({ length: LEAST_ROUNDS }, () => pair),
    baselineFile: CLEAN_PROMISE,
  };
}

/** At least this long a turn, so that a short text is not measured by the clock's own grain. */
const TURN_MS = 60;

async function speedOf(text: string, work: (text: string) => unknown): Promise<number> {
  const bytes = Buffer.byteLength(text, "utf8");
  const started = performance.now();
  let turns = 0;
  let now = started;
  do {
    await work(text);
    turns += 1;
    now = performance.now();
  } while (now - started < TURN_MS);
  return (bytes * turns) / 1000 / (now - started);
}

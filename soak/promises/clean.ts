/**
 * Against: a text that nobody thought of. Whatever the text, cleaning it twice is cleaning it once, its edits rebuild it, a stream of
 * it comes out the same, nothing forbidden is left in it, and four Markdown parsers find nothing live in it.
 */
import fc from "fast-check";
import { clean } from "#lib/sanitise/clean.ts";
import { Cleaner } from "#lib/sanitise/cleaner.ts";
import { applyEdits } from "#lib/sanitise/edits.ts";
import { HOSTILE_FRAGMENTS } from "#lib/sanitise/hostile-fragments.fixture.ts";
import { HOSTILE_SENTENCES } from "#lib/sanitise/hostile-sentences.fixture.ts";
import { MARKUP_FRAGMENTS } from "#lib/sanitise/markup/fragments.fixture.ts";
import { WITNESSES } from "#lib/sanitise/markup/parsers.fixture.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

/** How many texts are drawn at once: between two batches somebody may ask to stop. */
const BATCH = 500;
/** So many at least, and for so long at least: a quick machine tries more of them, a slow one is done all the same. */
const FULL = 60_000;
const FULL_MS = 10 * 60 * 1000;
const SHOWN = 300;

const fragment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MARKUP_FRAGMENTS) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_FRAGMENTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SENTENCES) },
);
const texts = fc.array(fragment, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(""));

const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that they are gone is what is tried
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u202a-\u202e\u2060-\u206f\u{f0000}-\u{10ffff}]|[\ue000-\uf8ff]{4}|\r(?![\r\n])/u;

export const cleanPromise: SoakPromise = {
  name: "clean",
  says: "Whatever a text holds, what leaves the cleaner is dead in a terminal and in Markdown, and cleaning it again changes nothing.",
  means:
    "A round is one text of hostile fragments, cleaned, cleaned again, streamed, rebuilt from its edits and parsed by four parsers.",
  rounds: { full: FULL, short: 600 },
  run: tryTexts,
};

async function tryTexts({ rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const violations: string[] = [];
  const figures = { changed: 0, liveBefore: 0 };
  let tried = 0;
  const until = performance.now() + (rounds >= FULL ? FULL_MS : 0);
  for (let batch = 0; tried < rounds || performance.now() < until; batch++) {
    signal.throwIfAborted();
    const numRuns = tried < rounds ? Math.min(BATCH, rounds - tried) : BATCH;
    for (const text of fc.sample(texts, { numRuns, seed: seed + batch })) {
      tried += 1;
      for (const fault of faultsOf(text)) violations.push(`${fault}: ${JSON.stringify(text).slice(0, SHOWN)}`);
      if (clean(text).cleaned !== text) figures.changed += 1;
      if (tried % 10 === 0 && Object.values(WITNESSES).some((witness) => witness(text).length > 0))
        figures.liveBefore += 1;
    }
    if (batch % 20 === 0) say(`${tried} texts of at least ${rounds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { rounds: tried, violations, figures };
}

function faultsOf(text: string): string[] {
  try {
    const { cleaned, edits } = clean(text);
    return [
      ...(clean(cleaned).cleaned === cleaned ? [] : ["cleaning again changes it"]),
      ...(applyEdits(text, edits) === cleaned ? [] : ["its edits do not rebuild it"]),
      ...(streamed(text) === cleaned ? [] : ["a stream of it is another"]),
      ...(FORBIDDEN.test(cleaned) || !cleaned.isWellFormed() ? ["something forbidden is left"] : []),
      ...Object.entries(WITNESSES).flatMap(([name, witness]) =>
        witness(cleaned).length === 0 ? [] : [`${name} finds something live`],
      ),
    ];
  } catch (error) {
    return [`it threw ${error instanceof Error ? error.name : "something"}`];
  }
}

function streamed(text: string): string {
  const cleaner = new Cleaner();
  let cleaned = "";
  for (let at = 0; at < text.length; at += 7) {
    for (const piece of cleaner.push(text.slice(at, at + 7))) cleaned += piece.cleaned;
  }
  for (const piece of cleaner.finish()) cleaned += piece.cleaned;
  return cleaned;
}

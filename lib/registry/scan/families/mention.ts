import { IS, type Reading } from "../words/reading.ts";
import { wordSet } from "./pattern.ts";

/**
 * Whether words are spoken of rather than said: a detector of attacks quotes them, a fixture holds them, a lesson explains them.
 * Such a finding is downgraded and never dropped.
 */
export function isMention(reading: Reading, first: number, last: number): boolean {
  if (reading.isQuoted(first, last)) return spokenOf(reading, first, 14) || aboutAttacks(reading);
  const word = reading.words[first];
  if (word === undefined) return false;
  // "Mock response: …", "prompts that ignore …"
  if (reading.seek(first, -1, 3, (i) => reading.is(i, IS.sample)) !== -1 && (word.after === ":" || !word.opens))
    return true;
  return (
    !word.opens && spokenOf(reading, first, 10) && reading.someBetween(first - 10, last + 10, ["attack", "sample"])
  );
}

const SPEAKING = wordSet(
  "detect, detects, detecting, scan, scans, scanning, flag, flags, identify, identifies, classify, classifies, analyze, analyzes, analyse, analyses, block, blocks, prevent, prevents, guard, guards, recognize, recognizes, recognise, recognises, filter, filters, test, tests, simulate, simulates, quote, quotes, translate, translates, check for, checks for, look for, looks for, watch for, search for, match, matches, catch, catches, evaluate, evaluates, reject, rejects",
);

function spokenOf(reading: Reading, at: number, reach: number): boolean {
  return (
    reading.seek(
      at,
      -1,
      reach,
      (i) => reading.is(i, IS.sample) || reading.is(i, IS.attack) || SPEAKING.has(reading.text(i)),
    ) !== -1
  );
}

function aboutAttacks(reading: Reading): boolean {
  const end = Math.min(reading.words.length, 60);
  for (let i = 0; i < end; i++) if (reading.is(i, IS.attack)) return true;
  return false;
}

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
  // "Mock response: …"
  if (followsSample(reading, first)) return true;
  // "Analyses prompts that ignore …", "detects attempts to …"
  return !word.opens && speaksOfOthers(reading, first) && spokenOf(reading, first, 12);
}

/** The same for a mark, which is spoken of only where it is quoted: it means what it means wherever it stands bare. */
export function isQuotedMention(reading: Reading, first: number, last: number): boolean {
  return reading.isQuoted(first, last) && spokenOf(reading, first, 14);
}

/** A colon a little before, and before it a word for samples. */
function followsSample(reading: Reading, at: number): boolean {
  const hasColon = (i: number): boolean => reading.words[i]?.after === ":";
  const colon = hasColon(at) ? at : reading.seek(at, -1, 16, hasColon);
  return colon !== -1 && reading.seek(colon, -1, 3, (i) => reading.is(i, IS.sample)) !== -1;
}

const OTHERS = wordSet(
  "that, which, who, to, such as, like, prompts that, inputs that, messages that, text that, texts that, content that, documents that, payloads that, attacks that, instructions that, strings that, phrases that, attempts to, tries to, trying to, try to, attempt to, asking to, tells the model to, telling it to, phrases like, strings like, prompts like, for example, for instance, whether, where, when, might, could, of, from, for, by, against",
);

/** Right before stands a word that makes others the ones who speak: "prompts that", "attempts to". */
function speaksOfOthers(reading: Reading, at: number): boolean {
  return reading.seek(at, -1, 2, (i) => OTHERS.has(reading.text(i))) !== -1;
}

const SPEAKING = wordSet(
  "detect, detects, detecting, scan, scans, scanning, flag, flags, identify, identifies, classify, classifies, analyze, analyzes, analyse, analyses, block, blocks, prevent, prevents, guard, guards, recognize, recognizes, recognise, recognises, filter, filters, test, tests, simulate, simulates, quote, quotes, translate, translates, check for, checks for, look for, looks for, watch for, search for, match, matches, catch, catches, evaluate, evaluates, reject, rejects",
);

const CITING = wordSet(
  "such as, for example, for instance, e.g, eg, example, examples, phrase, phrases, quote, quotation, says, saying, mock, fixture, fixtures, the phrase, the string, the words, the text, the sentence, phrases like, strings like, words like, like, prompts like, messages like, known as, called, wording, pattern, patterns, keyword, keywords, signature, signatures",
);

function spokenOf(reading: Reading, at: number, reach: number): boolean {
  return (
    reading.seek(
      at,
      -1,
      reach,
      (i) => reading.is(i, IS.attack) || SPEAKING.has(reading.text(i)) || CITING.has(reading.text(i)),
    ) !== -1
  );
}

function aboutAttacks(reading: Reading): boolean {
  const end = Math.min(reading.words.length, 60);
  for (let i = 0; i < end; i++) if (reading.is(i, IS.attack)) return true;
  return false;
}

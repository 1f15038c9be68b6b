import type { Shadow } from "../disguise/shadow.ts";
import type { Severity } from "../finding.ts";
import type { Note } from "../stage.ts";
import { countTopicWords } from "./topic.ts";

/**
 * Text that is made to be read by a model and by no filter, whatever it says: several words with look-alikes between their
 * letters, a sentence in full-width letters. One such word is a slip or an example.
 */
const MIXED_MIN = 4;
/** No language writes a word of English with letters of another script in it: two are no slip. */
const FEIGNED_MIN = 2;
const WIDE_MIN = 5;
/** In small letters no language but English writes its words so, and hardly it. */
const WIDE_WORDS_MIN = 3;
const REACH = 200;
/** So many words about attacks make it a text about them. */
const TOPIC_WORDS = 2;

export function findDisguised(
  { mixed, feigned, longFeigned, wide, wideWords, text }: Shadow,
  isDecoded = false,
): Note[] {
  if (mixed.length < MIXED_MIN && feigned.length === 0 && wide.length < WIDE_WORDS_MIN) return [];
  // Who explains look-alikes shows some.
  const severity = countTopicWords(text, 0, 0) >= TOPIC_WORDS ? "low" : "medium";
  const notes = [...runsOf(mixed, MIXED_MIN, "disguise.look-alikes", severity)];
  if (notes.length === 0) notes.push(...runsOf(feigned, FEIGNED_MIN, "disguise.look-alikes", severity));
  // In a text that has no other letter of those scripts nobody changed keyboards; who writes one in escapes shows it.
  if (notes.length === 0 && !isDecoded && feigned.length === 1 && !OTHER_LETTERS.test(text))
    notes.push(...runsOf(longFeigned, 1, "disguise.look-alikes", severity));
  if (notes.length === 0) notes.push(...runsOf(wideWords, WIDE_WORDS_MIN, "disguise.full-width", severity));
  // Names and codes stand in full-width letters in Japanese; it takes small words of English to make a sentence.
  for (const note of runsOf(wide, WIDE_MIN, "disguise.full-width", severity)) {
    // Offsets of the shadow differ little: letters become letters, at most two units one.
    const near = text.slice(Math.max(0, note.start - wide.length * 24), note.end);
    if (SMALL_WORDS.test(near)) notes.push(note);
  }
  return notes;
}

const OTHER_LETTERS = /[\u0370-\u0588\u10a0-\u10ff]/;

const SMALL_WORDS =
  /(?:\b(?:the|and|you|your|this|that|with|from|are|for|all|not|have|will|is|to|of|in|it)\b[\s\S]{0,60}){3}/i;

function* runsOf(places: readonly number[], least: number, rule: string, severity: Severity): Generator<Note> {
  for (let at = 0; at + least <= places.length; at++) {
    const start = places[at] as number;
    let last = at;
    while (last + 1 < places.length && (places[last + 1] as number) - (places[last] as number) < REACH / 4) last++;
    if (last - at + 1 >= least) yield { rule, severity, start, end: (places[last] as number) + 1, action: "none" };
    at = last;
  }
}

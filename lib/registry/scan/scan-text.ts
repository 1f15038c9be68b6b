import { decodeStretches } from "#lib/sanitise/decode/stretches.ts";
import { isAlarm, SEVERITIES, type Severity } from "#lib/sanitise/finding.ts";
import { isMention, isQuotedMention } from "#lib/sanitise/grammar/mention.ts";
import { findUnspaced } from "#lib/sanitise/grammar/override/other-languages.ts";
import type { Hit } from "#lib/sanitise/grammar/pattern.ts";
import { findInText } from "#lib/sanitise/sentences/find-in-text.ts";
import { UNKNOWN } from "#lib/sanitise/words/classes.ts";
import { rawSpan } from "#lib/sanitise/words/normalise.ts";
import { Reading } from "#lib/sanitise/words/reading.ts";
import { findAddresses } from "./families/addresses.ts";
import { GRAMMAR } from "./families/grammar.ts";
import { findHidden } from "./families/hidden.ts";
import type { Note } from "./families/note.ts";
import { findRoleTokens } from "./families/role-tokens.ts";
import { findClaims } from "./families/steer/claims.ts";
import { RULES } from "./rules.ts";

/** Encoded in what was encoded: twice is what attackers do, more is nothing a model would undo. */
const DECODINGS_MAX = 2;

/** A type, a format, an identifier: too short to say anything to a model. */
const PLAIN_WORD = /^[A-Za-z0-9_.-]{0,19}$/;

/** Everything the detectors see in one text, in its own offsets. */
export function scanText(text: string, isParameter = false, decodings = 0): Note[] {
  if (PLAIN_WORD.test(text)) return [];
  const reading = new Reading(text);
  const notes: Note[] = [...findHidden(text), ...findAddresses(text), ...findUnspaced(text)];
  const marks = [...findRoleTokens(reading.normalised.text, text), ...findClaims(reading.normalised.text)];
  for (const { rule, severity, start, end } of marks) {
    const span = rawSpan(reading.normalised, start, end);
    const words = reading.wordsAt(start, end);
    notes.push({ rule, severity: isQuotedMention(reading, words.first, words.last) ? "low" : severity, ...span });
  }
  for (const { rule, severity, at, first, last } of GRAMMAR.match(reading, isParameter)) {
    notes.push({
      rule,
      severity: downgrade(reading, { at, first, last }, severity ?? RULES[rule].severity),
      ...reading.span(first, last),
    });
  }
  if (decodings < DECODINGS_MAX) notes.push(...scanEncoded(text, reading.longestRun, isParameter, decodings));
  if (decodings === 0) notes.push(...readAsOutput(text));
  return withoutEchoes(notes);
}

/** What the cleaner reads another way, and what the wrapping of a definition would hide as well as that of an output. */
const READ_ANOTHER_WAY = /^(?:injection\.(?:encoded|disguised)$|encoded\.)/;

/**
 * The cleaner knows more encodings and disguises. Its plain wordings are not asked for: a definition is full of orders to a model, and
 * the grammar above was made for them.
 */
function readAsOutput(text: string): Note[] {
  return findInText(text)
    .notes.filter(({ rule, severity }) => isAlarm(severity) && READ_ANOTHER_WAY.test(rule))
    .map(({ start, end }) => ({ rule: "encoded.instruction", start, end }));
}

/** Several patterns see the same words: of a family the gravest note about a place is enough, and it spans what the others saw. */
function withoutEchoes(notes: readonly Note[]): Note[] {
  const kept: Note[] = [];
  const graveFirst = [...notes].sort((a, b) => rankOf(b) - rankOf(a) || a.start - b.start);
  for (const note of graveFirst) {
    const same = kept.findIndex(
      (other) => familyOf(other) === familyOf(note) && other.start < note.end && note.start < other.end,
    );
    const other = kept[same];
    if (other === undefined) kept.push(note);
    else kept[same] = { ...other, start: Math.min(other.start, note.start), end: Math.max(other.end, note.end) };
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end);
}

function familyOf({ rule }: Note): string {
  return rule.slice(0, rule.indexOf("."));
}

function rankOf({ rule, severity }: Note): number {
  return SEVERITIES.indexOf(severity ?? RULES[rule].severity);
}

/** A quotation or a text about attacks is noted and holds nothing up; a bare quotation is at most a question for a person. */
function downgrade(
  reading: Reading,
  { at, first, last }: Pick<Hit, "at" | "first" | "last">,
  severity: Severity,
): Severity {
  // Words around a quotation may belong to the pattern; what is quoted is what it turns on.
  if (isMention(reading, first, last) || isQuotedMention(reading, at, at)) return lesser(severity, "low");
  return reading.isQuoted(first, last) ? lesser(severity, "medium") : severity;
}

function lesser(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? one : other;
}

function scanEncoded(text: string, longestRun: number, isParameter: boolean, decodings: number): Note[] {
  const notes: Note[] = [];
  for (const { start, end, text: decoded } of decodeStretches(text, longestRun)) {
    const inner = scanText(decoded, isParameter, decodings + 1);
    const alarms = inner.some(({ rule, severity }) => isAlarm(severity ?? RULES[rule].severity));
    if (alarms) notes.push({ rule: "encoded.instruction", start, end });
    else if (speaksToModel(decoded)) notes.push({ rule: "encoded.sentence", start, end });
  }
  return notes;
}

/** Who encodes a sentence of plain words wants a model to read it and a person not to. */
function speaksToModel(decoded: string): boolean {
  const { words } = new Reading(decoded);
  const known = words.filter(({ entry }) => entry !== UNKNOWN).length;
  return words.length >= 4 && known >= 3 && known / words.length >= 0.35;
}

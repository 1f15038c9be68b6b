import { CARRIES, classOf, isDirectionalControl, isTag, isVariationSelector } from "./characters.ts";
import type { Severity } from "./finding.ts";
import { eachHidden } from "./hidden-units.ts";
import { ReadingOrder } from "./reading-order.ts";
import { raiseCuts } from "./split-words.ts";
import { StageLog, type StageResult, worse } from "./stage.ts";

/**
 * Takes out the characters that a person does not see and a model reads: directional overrides, tags, selector and zero-width
 * codes, private use runs. What the company of a character makes honest stays.
 */
export function stripHidden(text: string, isStart = true): StageResult {
  const log = new HiddenLog(text);
  eachHidden(text, (at, codePoint) => log.drop(at, codePoint), isStart);
  const spaces = dropSpaceCodes(text);
  if (log.edits.length === 0) return spaces;
  const notes = raiseCuts(text, log.edits, log.notes);
  if (spaces.edits.length === 0) return { edits: log.edits, notes };
  const inOrder = <T extends { readonly start: number }>(one: readonly T[], other: readonly T[]): T[] =>
    [...one, ...other].sort((a, b) => a.start - b.start);
  return { edits: inOrder(log.edits, spaces.edits), notes: inOrder(notes, spaces.notes) };
}

/** Spaces of two widths by turns, blanks and separators among them: typesetters put one between two words, and nobody sees which. */
const SPACE_CODE = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]{16,}/g;

/** An indent of one width, some spaces of another and the first again are somebody's layout. */
const TURNS_MIN = 3;

function turnsOf(code: string): number {
  let turns = 0;
  for (let at = 1; at < code.length; at++) if (code.charCodeAt(at) !== code.charCodeAt(at - 1)) turns += 1;
  return turns;
}

function dropSpaceCodes(text: string): StageResult {
  const log = new StageLog();
  for (const { index, 0: code } of text.matchAll(SPACE_CODE))
    if (turnsOf(code) >= TURNS_MIN) log.edit(index, index + code.length, " ", "hidden.zero-width", "medium");
  return log;
}

/** Hidden characters this close together, this often, are a code and not a slip. */
const INTERLEAVE_ALARM = 4;
/** One behind each word is a slip of whoever copied it; two kinds by turns, this often, are the bits of a code. */
const BITS_ALARM = 12;
const BITS_REACH = 48;

/** A code spread over a sentence is one finding, and an alarm. */
class HiddenLog extends StageLog {
  readonly #order: ReadingOrder;
  #streak = 0;
  #last = -1;
  #bits = 0;
  #turns = 0;
  #end = 0;

  constructor(text: string) {
    super();
    this.#order = new ReadingOrder(text);
  }

  drop(at: number, codePoint: number): void {
    const end = at + (codePoint > 0xffff ? 2 : 1);
    // A megabyte of the same character: nothing new to judge.
    if (codePoint === this.#last && this.#streak >= INTERLEAVE_ALARM && this.extend(at, end)) return;
    const verdict = judge(codePoint);
    const { rule, severity } = verdict === REORDERING && this.#order.isForReaders(at) ? ISOLATING : verdict;
    const isNear = at - this.#end <= BITS_REACH;
    this.#bits = isNear ? this.#bits + 1 : 1;
    this.#turns = isNear ? this.#turns + (codePoint === this.#last ? 0 : 1) : 0;
    this.#end = end;
    this.#last = codePoint;
    this.#streak = this.follows(rule, at) ? this.#streak + 1 : 1;
    const isCode = this.#streak >= INTERLEAVE_ALARM || (this.#bits >= BITS_ALARM && this.#turns * 4 >= this.#bits);
    this.edit(at, end, "", rule, isCode ? worse(severity, "medium") : severity);
  }
}

interface Verdict {
  readonly rule: string;
  readonly severity: Severity;
}

const PRIVATE: Verdict = { rule: "hidden.private-use", severity: "medium" };
const TAG: Verdict = { rule: "hidden.tag", severity: "high" };
const SELECTOR: Verdict = { rule: "hidden.variation-selector", severity: "low" };
const OVERRIDE: Verdict = { rule: "hidden.bidi", severity: "high" };
const REORDERING: Verdict = { rule: "hidden.bidi", severity: "medium" };
/** Closing marks and first-strong isolates reorder nothing alone; message libraries write them around every name. */
const ISOLATING: Verdict = { rule: "hidden.bidi", severity: "low" };
const SOFT_HYPHEN: Verdict = { rule: "hidden.soft-hyphen", severity: "info" };
const ANNOTATION: Verdict = { rule: "hidden.annotation", severity: "medium" };
const NONCHARACTER: Verdict = { rule: "hidden.noncharacter", severity: "low" };
const ZERO_WIDTH: Verdict = { rule: "hidden.zero-width", severity: "low" };

function judge(codePoint: number): Verdict {
  if (isNoncharacter(codePoint)) return NONCHARACTER;
  if (classOf(codePoint) === CARRIES || codePoint >= 0xf0000) return PRIVATE;
  if (isTag(codePoint)) return TAG;
  if (isVariationSelector(codePoint)) return SELECTOR;
  if (codePoint === 0x202d || codePoint === 0x202e) return OVERRIDE;
  if (codePoint === 0x202c || codePoint === 0x2068 || codePoint === 0x2069) return ISOLATING;
  if (isDirectionalControl(codePoint)) return REORDERING;
  if (codePoint === 0x00ad) return SOFT_HYPHEN;
  if (codePoint >= 0xfff9 && codePoint <= 0xfffb) return ANNOTATION;
  return ZERO_WIDTH;
}

function isNoncharacter(codePoint: number): boolean {
  return (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
}

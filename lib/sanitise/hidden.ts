import { CarriedCodes } from "./carried/carried-codes.ts";
import { CARRIES, classOf, isDirectionalControl, isSmallLetter, isTag, isVariationSelector } from "./characters.ts";
import type { Severity } from "./finding.ts";
import { eachHidden } from "./hidden-units.ts";
import { ReadingOrder } from "./reading-order.ts";
import { raiseCuts } from "./split-words.ts";
import { StageLog, type StageResult, worse } from "./stage.ts";

/**
 * Takes out the characters that a person does not see and a model reads: directional overrides, tags, selector and zero-width
 * codes, private use runs. What the company of a character makes honest stays. `isOpen`: what is left stands closer together
 * now, and may be a code when it is looked at again.
 */
export function stripHidden(text: string, isStart = true): StageResult & { readonly isOpen: boolean } {
  const log = new HiddenLog(text);
  const codes = new CarriedCodes(text);
  eachHidden(text, (at, codePoint) => log.drop(at, codePoint), isStart, {
    kept(at, codePoint, company, seen) {
      log.keep(codePoint);
      codes.kept(at, codePoint, company, seen);
    },
    seen: (at, codePoint, seen) => codes.seen(at, codePoint, seen),
  });
  const carried = codes.finish();
  const isOpen = carried.edits.length > 0 || (log.edits.length > 0 && codes.mayHold);
  if (log.edits.length === 0) return { ...carried, isOpen };
  const notes = raiseCuts(text, log.edits, log.notes);
  if (carried.notes.length === 0) return { edits: log.edits, notes, isOpen };
  const inOrder = <T extends { readonly start: number }>(one: readonly T[], other: readonly T[]): T[] =>
    [...one, ...other].sort((a, b) => a.start - b.start);
  return { edits: inOrder(log.edits, carried.edits), notes: inOrder(notes, carried.notes), isOpen };
}

/** Hidden characters this close together, this often, are a code and not a slip. */
const INTERLEAVE_ALARM = 4;
/** One behind each word is a slip of whoever copied it; two kinds by turns, this often, are the bits of a code. */
const BITS_ALARM = 12;
const BITS_REACH = 48;
/** The same a line apart. A soft hyphen is for a printer and no bit so far from the next. */
const FAR_ALARM = 16;
const FAR_REACH = 200;
/** So many that no text has any of, whatever they are. */
const STRANGE_ALARM = 8;
/** Behind some words and not behind others, this often. */
const ENDS_ALARM = 24;
const ENDS_REACH = 64;

/** A code spread over a sentence is one finding, and an alarm. */
class HiddenLog extends StageLog {
  readonly #order: ReadingOrder;
  #streak = 0;
  #last = -1;
  #bits = 0;
  #turns = 0;
  #end = 0;
  readonly #text: string;
  #lastFar = -1;
  #farBits = 0;
  #farTurns = 0;
  #farEnd = Number.NEGATIVE_INFINITY;
  #strange = 0;
  #strangeEnd = 0;
  #ends = 0;
  #unevenEnds = 0;
  #wordEnd = 0;
  #words = 0;

  constructor(text: string) {
    super();
    this.#text = text;
    this.#order = new ReadingOrder(text);
  }

  drop(at: number, codePoint: number): void {
    const end = at + (codePoint > 0xffff ? 2 : 1);
    // A megabyte of the same character: nothing new to judge.
    if (codePoint === this.#last && this.#streak >= INTERLEAVE_ALARM && this.extend(at, end)) return;
    const verdict = judge(codePoint);
    const { rule, severity } = this.#asRead(at, codePoint, verdict);
    const isNear = at - this.#end <= BITS_REACH;
    this.#bits = isNear ? this.#bits + 1 : 1;
    this.#turns = isNear ? this.#turns + (codePoint === this.#last ? 0 : 1) : 0;
    this.#end = end;
    this.#last = codePoint;
    this.#streak = this.follows(rule, at) ? this.#streak + 1 : 1;
    const isCode =
      this.#streak >= INTERLEAVE_ALARM ||
      (this.#bits >= BITS_ALARM && this.#turns * 4 >= this.#bits) ||
      this.#isFarCode(at, end, codePoint) ||
      this.#isStrangeCode(at, end, codePoint) ||
      this.#isCodeOfEnds(at, end);
    this.edit(at, end, "", rule, isCode ? worse(severity, "medium") : severity);
  }

  #asRead(at: number, codePoint: number, verdict: Verdict): Verdict {
    if (verdict === REORDERING && this.#order.isForReaders(at)) return ISOLATING;
    // Programs that isolate a name close what they open.
    return codePoint === FIRST_STRONG && !this.#order.isClosed(at) ? REORDERING : verdict;
  }

  /** What stays is the other bit of what goes. */
  keep(codePoint: number): void {
    if ((codePoint >= 0x200b && codePoint <= 0x200f) || codePoint === 0x061c) this.#lastFar = codePoint;
  }

  #isFarCode(at: number, end: number, codePoint: number): boolean {
    // Source that escapes the rest of its emoji leaves every selector behind a letter.
    if (codePoint === 0x00ad || codePoint === 0xfe0f) return false;
    const isNear = at - this.#farEnd <= FAR_REACH;
    this.#farBits = isNear ? this.#farBits + 1 : 1;
    this.#farTurns = isNear ? this.#farTurns + (codePoint === this.#lastFar ? 0 : 1) : 0;
    this.#farEnd = end;
    this.#lastFar = codePoint;
    return this.#farBits >= FAR_ALARM && this.#farTurns * 4 >= this.#farBits;
  }

  #isStrangeCode(at: number, end: number, codePoint: number): boolean {
    if (!isStrange(codePoint)) return false;
    this.#strange = at - this.#strangeEnd <= FAR_REACH ? this.#strange + 1 : 1;
    this.#strangeEnd = end;
    return this.#strange >= STRANGE_ALARM;
  }

  /** One behind each word, or before each slash, is a slip; now behind this word and now behind another is a code. */
  #isCodeOfEnds(at: number, end: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(end) !== SPACE || !isSmallLetter(text.charCodeAt(at - 1) | 0x20)) return false;
    let words = 0;
    const isNear = at - this.#wordEnd <= ENDS_REACH;
    if (isNear) for (let i = this.#wordEnd; i < at; i++) if (text.charCodeAt(i) === SPACE) words += 1;
    this.#ends = isNear ? this.#ends + 1 : 1;
    this.#unevenEnds = isNear ? this.#unevenEnds + (words === this.#words ? 0 : 1) : 0;
    this.#words = words;
    this.#wordEnd = end;
    return this.#ends >= ENDS_ALARM && this.#unevenEnds * 4 >= this.#ends;
  }
}

const SPACE = 0x20;
const FIRST_STRONG = 0x2068;

/** No program and no keyboard writes these into a text that is not in a script of theirs, and that text keeps them. */
function isStrange(codePoint: number): boolean {
  if (codePoint < 0x200b) return codePoint !== 0x00ad && codePoint !== 0x034f && codePoint !== 0x061c;
  if (codePoint < 0x206a) return codePoint === 0x2065;
  if (codePoint === 0xfe0e || codePoint === 0xfe0f || codePoint === 0xfeff || codePoint === 0x3164) return false;
  return !isTag(codePoint);
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

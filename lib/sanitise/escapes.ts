import { CHARACTERS, CONTROL } from "./bitmaps/bitmaps.ts";
import { Colours } from "./colours.ts";
import type { Severity } from "./finding.ts";
import { judgeCsi } from "./judge-csi.ts";
import { overstruck } from "./overstrike.ts";
import { takesWordsBack } from "./overwritten.ts";
import { raiseCuts } from "./split-words.ts";
import { StageLog, type StageResult } from "./stage.ts";
import { bitmapsOf } from "./units.ts";

/**
 * Terminal control, after ECMA-48 and what terminals really do: a person who prints cleaned text on a terminal must see the
 * text and nothing else. No C0 or C1 control but tab, LF and CR leaves this stage, so no sequence can come together from
 * pieces; the machine only decides how much of the text around a control was its payload.
 */

/** The longest string (OSC, DCS, SOS, PM, APC) looked through for its end. Inline images are long; hostile ones endless. */
const STRING_MAX = 1 << 20;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const US = 0x1f;
const DEL = 0x7f;
const CSI = 0x9b;
const ST = 0x9c;

/** What follows ESC for a string, and the 8-bit form of the same introducer. */
const STRING_INTRODUCERS = new Map<number, StringKind>([
  [0x5d, "osc"],
  [0x9d, "osc"],
  [0x50, "dcs"],
  [0x90, "dcs"],
  [0x58, "sos"],
  [0x98, "sos"],
  [0x5e, "pm"],
  [0x9e, "pm"],
  [0x5f, "apc"],
  [0x9f, "apc"],
]);
type StringKind = "osc" | "dcs" | "sos" | "pm" | "apc" | "title";

/** UTF-8 read as Latin-1 leaves these before a C1 control (a closing quotation mark ends in 0x9D): an accident, no introducer. */
const MISDECODED = "ÂÃÄÅâ€";

class EscapeLog extends StageLog {
  readonly colours = new Colours();
}

export interface EscapeScan extends StageResult {
  /** Up to where the text is decided; behind it stands the start of a sequence whose end has not come yet. */
  readonly decided: number;
}

/**
 * Finds and takes out every sequence. With `final` false the text is a piece of a longer one: feed what lies behind `decided`
 * again, in front of the next piece, with the character before it as `previous`.
 */
export function scanEscapes(text: string, final = true, previous = ""): EscapeScan {
  const log = new EscapeLog();
  const bitmaps = bitmapsOf(text, CHARACTERS);
  let at = bitmaps.next(CONTROL, 0, text.length);
  while (at < text.length) {
    const before = at === 0 ? previous : text.charAt(at - 1);
    const end = readControl(text, at, before, log, final);
    if (end < 0) return { edits: log.edits, notes: log.notes, decided: at };
    at = bitmaps.next(CONTROL, end, text.length);
  }
  return { edits: log.edits, notes: log.notes, decided: text.length };
}

export function stripEscapes(text: string): StageResult {
  const { edits, notes } = scanEscapes(text);
  return edits.length === 0 ? { edits, notes } : { edits, notes: raiseCuts(text, edits, notes) };
}

/** Logs the sequence or control at `start`; answers where the text goes on, or -1 when more text has to come first. */
function readControl(text: string, start: number, before: string, log: EscapeLog, final: boolean): number {
  const unit = text.charCodeAt(start);
  if (unit === ESC) return readEscape(text, start, log, final);
  const misdecoded = before !== "" && MISDECODED.includes(before);
  if (unit === CSI && !misdecoded) {
    return readParameters(text, start + 1, new Sequence(start, log), final, log);
  }
  const kind = STRING_INTRODUCERS.get(unit);
  if (unit >= 0x80 && kind !== undefined && !misdecoded) {
    return readString(text, start + 1, kind, new Sequence(start, log), final);
  }
  const struck = overstruck(text, start);
  // What an earlier sequence took is no letter of anything.
  if (struck !== undefined && struck.start >= (log.edits.at(-1)?.end ?? 0)) {
    log.edit(struck.start, struck.end, "", USUAL.rule, USUAL.severity);
    return struck.end;
  }
  const { replacement, rule, severity } = isBetweenPages(text, start) ? USUAL : judgeControl(unit, text, start);
  log.edit(start, start + 1, replacement, rule, severity);
  return start + 1;
}

/** The separator that stands between the pages of a GNU manual, by itself on its line. */
function isBetweenPages(text: string, at: number): boolean {
  return text.charCodeAt(at) === US && text.charCodeAt(at + 1) === LF && (at === 0 || text.charCodeAt(at - 1) === LF);
}

interface ControlVerdict {
  readonly replacement: string;
  readonly rule: string;
  readonly severity: Severity;
}

const LINE_BREAK: ControlVerdict = { replacement: "\n", rule: "control.line-break", severity: "info" };
const USUAL: ControlVerdict = { replacement: "", rule: "control.c0", severity: "low" };
const UNUSUAL: ControlVerdict = { replacement: "", rule: "control.c0", severity: "medium" };
const EIGHT_BIT: ControlVerdict = { replacement: "", rule: "control.c1", severity: "low" };

function judgeControl(unit: number, text: string, at: number): ControlVerdict {
  // Form feed, vertical tab and NEL end a line wherever they mean anything.
  if (unit === 0x0b || unit === 0x0c || unit === 0x85) return LINE_BREAK;
  if (unit === 0x08 && takesWordsBack(text, at)) return UNUSUAL;
  // Back to the line before, to write over it.
  if (unit === 0x8d && text.charCodeAt(at - 1) === LF) return UNUSUAL;
  // Honest programs ring, overstrike and switch character sets.
  if (unit === BEL || unit === 0x08 || unit === 0x0e || unit === 0x0f) return USUAL;
  return unit < 0x80 ? UNUSUAL : EIGHT_BIT;
}

/** From ESC on. Several ESC in a row are one introducer: removing one pair must not arm the next. */
function readEscape(text: string, start: number, log: EscapeLog, final: boolean): number {
  const sequence = new Sequence(start, log);
  // Intermediate characters make it a plain escape sequence, whatever the final one is.
  let plain = false;
  let i = start + 1;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === ESC) plain = false;
    else if (unit >= 0x20 && unit <= 0x2f) plain = true;
    else if (unit === TAB || unit === LF || unit === CR) sequence.keep(i);
    else if (unit === CAN || unit === SUB) return sequence.close(i + 1, "escape.broken", "medium");
    else if (unit >= 0x80) return sequence.close(i, "escape.broken", "medium");
    else if (unit >= 0x30 && unit !== DEL) break;
  }
  if (i >= text.length) return final ? sequence.close(i, "escape.broken", "medium") : -1;
  const introducer = text.charCodeAt(i);
  if (!plain && introducer === 0x5b) return readParameters(text, i + 1, sequence, final, log);
  const kind = introducer === 0x6b ? "title" : STRING_INTRODUCERS.get(introducer);
  if (!plain && kind !== undefined) return readString(text, i + 1, kind, sequence, final);
  // ESC \ closes a string that was closed already; ESC ( B selects the usual character set.
  const harmless = introducer === 0x5c || (plain && introducer === 0x42);
  return sequence.close(i + 1, "escape.simple", harmless ? "low" : "medium");
}

/** The parameters and final character of a CSI. A terminal obeys a control in the middle of it and reads on. */
function readParameters(text: string, from: number, sequence: Sequence, final: boolean, log: EscapeLog): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x40 && unit < DEL) {
      const { rule, severity } = judgeCsi(
        text.slice(from, Math.min(i, from + 64)),
        unit,
        text,
        sequence.start,
        i + 1,
        log.colours,
      );
      return sequence.close(i + 1, rule, severity);
    }
    if (unit === TAB || unit === LF || unit === CR) sequence.keep(i);
    else if (unit === CAN || unit === SUB) return sequence.close(i + 1, "escape.broken", "medium");
    else if (unit === ESC || unit >= 0x80) return sequence.close(i, "escape.broken", "medium");
  }
  return final ? sequence.close(text.length, "escape.broken", "medium") : -1;
}

/** The body of a string. Any ESC ends it, and unless it is `ESC \` that ESC starts the next sequence. */
function readString(text: string, from: number, kind: StringKind, sequence: Sequence, final: boolean): number {
  const limit = Math.min(text.length, from + STRING_MAX);
  const { rule, severity } = judgeString(kind, text.slice(from, from + TITLE_MAX));
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === ESC) {
      if (i + 1 >= text.length && !final) return -1;
      const closed = text.charCodeAt(i + 1) === 0x5c;
      return sequence.close(closed ? i + 2 : i, rule, severity);
    }
    if (unit === ST || unit === CAN || unit === SUB) return sequence.close(i + 1, rule, severity);
    if (unit === BEL && kind === "osc") return sequence.close(i + 1, rule, severity);
    if (unit >= 0x80 && unit <= 0x9f) return sequence.close(i, rule, severity);
  }
  if (limit === text.length && limit < from + STRING_MAX && !final) return -1;
  // No end in sight. A terminal would go on swallowing; we take the line, or one control could empty a document.
  const line = text.indexOf("\n", from);
  return sequence.close(line < 0 || line > limit ? limit : line, "escape.unterminated", "medium");
}

function judgeString(kind: StringKind, body: string): { rule: string; severity: Severity } {
  if (kind !== "osc") return { rule: "escape.string", severity: "medium" };
  if (body.startsWith("8;")) return { rule: "escape.hyperlink", severity: "medium" };
  if (body.startsWith("52;")) return { rule: "escape.clipboard", severity: "high" };
  return { rule: "escape.osc", severity: PROMPT_TITLE.test(body) ? "low" : "medium" };
}

const TITLE_MAX = 160;
/** `user@host: ~/folder`, which shells write into the title of a window before each prompt. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a title ends with one
const PROMPT_TITLE = /^[012];[\w.-]{1,32}@[\w.-]{1,64}: ?[~/][\w./~-]{0,96}(?:\x07|\x1b\\|\x9c)/;

/** One sequence being read; the tabs and line ends inside it are kept, as a terminal obeys them. */
class Sequence {
  readonly #log: EscapeLog;
  readonly #kept: number[] = [];
  readonly start: number;

  constructor(start: number, log: EscapeLog) {
    this.start = start;
    this.#log = log;
  }

  keep(at: number): void {
    this.#kept.push(at);
  }

  close(end: number, rule: string, severity: Severity): number {
    let from = this.start;
    for (const kept of this.#kept) {
      if (kept > from) this.#log.edit(from, kept, "", rule, severity);
      from = kept + 1;
    }
    if (end > from) this.#log.edit(from, end, "", rule, severity);
    return end;
  }
}

import { COLON, LINE_END, MARKUP, SIGNS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import type { Markers } from "../marker.ts";
import type { CleaningPolicy } from "../policy.ts";
import type { StageResult } from "../stage.ts";
import { bitmapsOf } from "../units.ts";
import { Angles } from "./angles.ts";
import { Brackets } from "./brackets.ts";
import { CodeLines } from "./code-lines.ts";
import { CodeSpans, endsInAddress } from "./code-spans.ts";
import { detectInCode, detectQuoted } from "./in-code.ts";
import { readTypeset } from "./latex.ts";
import { BACKSLASH, BACKTICK, CLOSE_BRACKET, firstVisible, LESS, LINE_FEED, OPEN_BRACKET } from "./letters.ts";
import { Passage } from "./passage.ts";
import { roleAtLine } from "./roles.ts";

/**
 * Takes the life out of Markdown and HTML that would fetch, link, hide something or speak as somebody else: in one pass from left
 * to right, and more of it than any parser would accept. A destination becomes a marker; a `<`, `(` or `:` that could start
 * something is written so that it stands for itself. Whether a place is code is decided on the way, in the text as it will be when what stands before it is
 * cleaned. Nothing is looked for beyond a bound, and nothing is read more than a few times, so hostile text costs what honest
 * text costs.
 */
export class Neutraliser {
  readonly #lines: CodeLines;
  readonly #spans: CodeSpans;
  readonly #policy: CleaningPolicy;
  readonly #markers: Markers;
  #startsLine: boolean;
  /** The end of the line that the last piece left open. */
  #lead: string;

  constructor(policy: CleaningPolicy, markers: Markers, from?: Neutraliser) {
    this.#policy = policy;
    this.#markers = markers;
    this.#lines = from === undefined ? new CodeLines() : from.#lines.copy();
    this.#spans = from === undefined ? new CodeSpans() : from.#spans.copy();
    this.#startsLine = from === undefined || from.#startsLine;
    this.#lead = from === undefined ? "" : from.#lead;
  }

  /** Another one that has read the same pieces, so that the next one can be read again when other steps have changed it. */
  copy(): Neutraliser {
    return new Neutraliser(this.#policy, this.#markers, this);
  }

  /** Reads the next piece of a text. Pieces end with a line, or where nothing else would do. */
  read(text: string): StageResult {
    const passage = new Passage(text, this.#policy, this.#markers, this.#lead);
    new Reader(passage, this.#lines, this.#spans).read(this.#startsLine);
    const endsLine = text.length === 0 ? this.#startsLine : text.charCodeAt(text.length - 1) === LINE_FEED;
    detectQuoted(passage);
    this.#lines.endPiece();
    this.#startsLine = endsLine;
    this.#lead = this.#startsLine ? "" : passage.trail;
    return passage.log;
  }
}

/** Goes through one piece from sign to sign, line by line. */
class Reader {
  readonly #passage: Passage;
  readonly #lines: CodeLines;
  readonly #spans: CodeSpans;
  readonly #brackets: Brackets;
  readonly #angles: Angles;
  /** Where the next fence of each kind stands, at or behind the line at hand. */
  #backtickFence: number;
  #tildeFence: number;

  constructor(passage: Passage, lines: CodeLines, spans: CodeSpans) {
    this.#passage = passage;
    this.#lines = lines;
    this.#spans = spans;
    this.#brackets = new Brackets(passage);
    this.#angles = new Angles(passage);
    this.#backtickFence = place(passage.text, "```", 0);
    this.#tildeFence = place(passage.text, "~~~", 0);
  }

  read(startsLine: boolean): void {
    const { text, log } = this.#passage;
    let at = startsLine ? this.#enterLine(0) : this.#continueLine();
    let address = nextAddress(text, 0);
    let next = -1;
    while (at < text.length) {
      if (next < at) next = bitmapsOf(text, SIGNS).next(MARKUP, at, text.length);
      while (address < at) address = nextAddress(text, address + 3);
      // An address that stands before the next sign; several may.
      if (address < next) {
        at = log.bare(text, address, false);
        continue;
      }
      if (next === text.length) break;
      at = this.#sign(next, text.charCodeAt(next));
    }
  }

  /** In the middle of a line that an earlier piece began. Behind a space it goes on as it was; in a word nothing is certain to be code. */
  #continueLine(): number {
    const { text, lead, log } = this.#passage;
    this.#passage.lineStart = 0;
    this.#passage.lineEnd = bitmapsOf(text, SIGNS).next(LINE_END, 0, text.length);
    this.#spans.continueLine();
    if (!lead.endsWith(" ")) this.#spans.distrust();
    if (lead !== "" && PARTED.test(lead.slice(-2) + text.charAt(0))) log.keepApart();
    return 0;
  }

  /** Decides on the line at `at`; answers where reading goes on: in it, or behind the code that it is. */
  #enterLine(at: number): number {
    const { text, log } = this.#passage;
    let start = at;
    while (start < text.length) {
      // Asked for each time: what judges hidden words reads other texts in between.
      const end = bitmapsOf(text, SIGNS).next(LINE_END, start, text.length);
      this.#passage.lineStart = start;
      this.#passage.lineEnd = end;
      const first = firstVisible(text, start, end);
      if (first >= end) {
        this.#spans.endParagraph();
        this.#brackets.forget();
      }
      const role = first < end && isRoleStart(text.charCodeAt(first)) ? roleAtLine(text, first) : undefined;
      const wasCode = this.#lines.isOpen;
      const code = (!this.#lines.isIdle || this.#holdsFence(start, end)) && this.#lines.isCode(text, start, end);
      // The word behind a fence is shown to nobody but a model.
      const replaced = role !== undefined && log.role(role, code && wasCode ? "block" : "text");
      if (!code) {
        this.#spans.enterLine(start, end);
        return replaced ? role.end : start;
      }
      detectInCode(this.#passage, start, end, "block");
      start = end + 1;
    }
    return start;
  }

  #holdsFence(start: number, end: number): boolean {
    if (this.#backtickFence < start) this.#backtickFence = place(this.#passage.text, "```", start);
    if (this.#tildeFence < start) this.#tildeFence = place(this.#passage.text, "~~~", start);
    return this.#backtickFence < end || this.#tildeFence < end;
  }

  #sign(at: number, unit: number): number {
    switch (unit) {
      case LINE_FEED:
        return this.#enterLine(at + 1);
      case BACKSLASH:
        return this.#backslash(at);
      case BACKTICK:
        return this.#backticks(at);
      case OPEN_BRACKET:
        return this.#brackets.open(at);
      case CLOSE_BRACKET:
        return this.#brackets.close(at);
      default:
        // `<`
        return this.#angles.read(at);
    }
  }

  /** What it stands before means itself, but for a line end; and for `<` behind an address, which some read on through it. */
  #backslash(at: number): number {
    const { text, log, lineStart } = this.#passage;
    const next = text.charCodeAt(at + 1);
    if (next === LINE_FEED) return at + 1;
    const typeset = readTypeset(this.#passage, at);
    if (typeset !== undefined) return typeset;
    return next === LESS && endsInAddress(log, lineStart, at) ? at + 1 : at + 2;
  }

  #backticks(at: number): number {
    const { end, isCode } = this.#spans.read(this.#passage.text, at, this.#passage.log);
    if (isCode) detectInCode(this.#passage, at, end, "span");
    return end;
  }
}

/** The last signs of a piece and the first of the next one that make something between them. */
const PARTED = /(?:\][(:[]|<\/?[a-z/!?|]|!\[|``|\\\\)$/i;

/** Where the next `://` stands; the end of the text when nowhere. */
function nextAddress(text: string, from: number): number {
  const bitmaps = bitmapsOf(text, SIGNS);
  const { units } = bitmaps;
  const { length } = text;
  for (let at = bitmaps.next(COLON, from, length); at < length; at = bitmaps.next(COLON, at + 1, length))
    if (units[at + 1] === SLASH && units[at + 2] === SLASH && at + 2 < length) return at;
  return length;
}

const SLASH = 0x2f;

/** Where something stands next; the end of the text when nowhere. */
function place(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? text.length : found;
}

/** Marks that a turn may be set off with, and the first letters of those who speak. */
const ROLE_STARTS = new Uint8Array(128);
for (const character of "#-=*~_`[<(sdahumrinbectSDAHUMRINBECT") ROLE_STARTS[character.charCodeAt(0)] = 1;

function isRoleStart(unit: number): boolean {
  return unit < 128 && ROLE_STARTS[unit] === 1;
}

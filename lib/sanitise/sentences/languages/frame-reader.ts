import { foldLetters } from "../../disguise/fold-letters.ts";
import type { Severity } from "../../finding.ts";
import { FRAMES, type Frame, PARTS } from "./frames.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { isLetter, letterOf, type Stems } from "./stems.ts";

/** Where a text of another language says what a frame says. */
export interface FrameHit {
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
}

const HITS_MAX = 50;
const ABOUT_REACH = 240;
/** A stem may end inside of a word. */
const WORD_REST = 8;
/** A text about attacks quotes them: so many of its words near by make it one. */
const ABOUT_MIN = 2;
const DENIAL_REACH = 28;

const DROP = PARTS.indexOf("drop");
const ABOUT = PARTS.indexOf("about");
const CONCEAL = PARTS.indexOf("conceal");
const ADDRESS = PARTS.indexOf("address");

interface KnownFrame extends Omit<Frame, "parts"> {
  readonly parts: readonly number[];
}
const KNOWN: readonly KnownFrame[] = FRAMES.map((known) => ({
  ...known,
  parts: known.parts.map((part) => PARTS.indexOf(part)),
}));
const FRAMES_OF_PART: readonly (readonly KnownFrame[])[] = PARTS.map((_, part) =>
  KNOWN.filter(({ parts }) => parts.includes(part)),
);

interface Denial {
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

/** Where a word may begin that a stem is compared with. */
export type StartsAt = (text: string, at: number) => boolean;

/** Reads stretches of one text in order, and remembers where each part was last met in each language. */
export class FrameReader {
  readonly hits: FrameHit[] = [];
  readonly #text: string;
  readonly #stems: Stems;
  readonly #denials: readonly Denial[];
  readonly #startsAt: StartsAt;
  readonly #languages: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #abouts: number[] = [];
  #read = 0;
  #sentence = 0;
  readonly #sentences: Int32Array;

  constructor(text: string, stems: Stems, denials: readonly Denial[], startsAt: StartsAt) {
    this.#text = text;
    this.#stems = stems;
    this.#denials = denials;
    this.#startsAt = startsAt;
    this.#languages = denials.length;
    const places = PARTS.length * this.#languages;
    this.#starts = new Int32Array(places).fill(-1);
    this.#ends = new Int32Array(places).fill(-1);
    this.#sentences = new Int32Array(places).fill(-9);
  }

  /** Reads `[from, to)`, as far as it has not been read. */
  read(from: number, to: number): void {
    const text = this.#text;
    const end = Math.min(to, text.length);
    if (from > this.#read) this.#sentence += 2;
    for (let at = Math.max(from, this.#read); at < end; at++) {
      const unit = text.charCodeAt(at);
      if (isSentenceEnd(text, at, unit)) this.#sentence += 1;
      else if (isAddress(text, at, unit)) this.#note(ADDRESS, -1, at, at + 1);
      else if (this.#stems.begins(letterOf(unit)) && this.#startsAt(text, at))
        this.#stems.match(text, at, (last, { part, languages }) => this.#note(part, languages, at, last));
    }
    this.#read = Math.max(this.#read, end);
  }

  #note(part: number, languages: number, start: number, end: number): void {
    if (part === ABOUT) {
      if (this.#abouts.at(-1) !== start) this.#abouts.push(start);
      return;
    }
    for (let language = 0; language < this.#languages; language++) {
      if (((languages >> language) & 1) === 0) continue;
      if (part === DROP && this.#isDenied(language, start, end)) continue;
      const place = part * this.#languages + language;
      this.#starts[place] = start;
      this.#ends[place] = end;
      this.#sentences[place] = this.#sentence;
      for (const known of FRAMES_OF_PART[part] as readonly KnownFrame[]) this.#try(known, language);
    }
  }

  #try({ parts, span, isWide, severity }: KnownFrame, language: number): void {
    let start = this.#text.length;
    let end = 0;
    for (const part of parts) {
      const place = part * this.#languages + language;
      if (this.#sentence - (this.#sentences[place] as number) > (isWide ? 1 : 0)) return;
      start = Math.min(start, this.#starts[place] as number);
      end = Math.max(end, this.#ends[place] as number);
    }
    if (
      end - start > span ||
      this.hits.length >= HITS_MAX ||
      !areApart(parts, language, this.#languages, this.#starts, this.#ends)
    )
      return;
    if (ENGLISH.test(this.#text.slice(start, end + WORD_REST))) return;
    const last = this.hits.at(-1);
    if (last !== undefined && last.start === start && last.end >= end && last.severity === severity) return;
    const isAbout = this.#abouts.filter((at) => Math.abs(at - start) < ABOUT_REACH).length >= ABOUT_MIN;
    this.hits.push({ start, end, severity: isAbout ? "low" : severity });
  }

  #isDenied(language: number, start: number, end: number): boolean {
    const denial = this.#denials[language];
    if (denial === undefined) return false;
    const { before, after } = denial;
    return (
      (before?.test(this.#text.slice(Math.max(0, start - DENIAL_REACH), start).toLowerCase()) ?? false) ||
      (after?.test(this.#text.slice(end, end + DENIAL_REACH).toLowerCase()) ?? false)
    );
  }
}

/** Words that English and others share mean nothing among English ones, which have readers of their own. */
const ENGLISH = /\b(?:the|your|you|previous|prior|above|all(?!')|any|and|of|with|these|that|this|everything)\b/i;

/** One word is one part: "instructions" is no rule and prompt at once. A phrase may hold another: to tell the user nothing. */
function areApart(
  parts: readonly number[],
  language: number,
  languages: number,
  starts: Int32Array,
  ends: Int32Array,
): boolean {
  for (const [at, part] of parts.entries()) {
    const place = part * languages + language;
    for (const other of parts.slice(at + 1)) {
      const otherPlace = other * languages + language;
      const isSame = starts[place] === starts[otherPlace];
      const isBefore = (ends[place] as number) <= (starts[otherPlace] as number);
      const isBehind = (ends[otherPlace] as number) <= (starts[place] as number);
      if (isSame || !(isBefore || isBehind || part === CONCEAL)) return false;
    }
  }
  return true;
}

export function denialsOf(lexicons: readonly Lexicon[]): Denial[] {
  return lexicons.map(({ denial }) => {
    const before = denial?.before && foldLetters(denial.before).text;
    const after = denial?.after && foldLetters(denial.after).text;
    return {
      before:
        before === undefined ? undefined : new RegExp(`${PARTED.test(before) ? "(?<!\\p{L})" : ""}(?:${before})`, "u"),
      after: after === undefined ? undefined : new RegExp(after, "u"),
    };
  });
}

/** Whose words are parted by spaces: a denial is a word there. */
const PARTED = /\\s/;

function isSentenceEnd(text: string, at: number, unit: number): boolean {
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0x964) return true;
  if (unit === 10) return text.charCodeAt(at + 1) === 10;
  if (unit !== 46 && unit !== 33 && unit !== 63 && unit !== 0x61f && unit !== 0x6d4) return false;
  const next = text.charCodeAt(at + 1);
  return next <= 32 || Number.isNaN(next);
}

/** A place on the network or a mailbox. */
function isAddress(text: string, at: number, unit: number): boolean {
  if (unit === 64) return isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1));
  return unit === 58 && text.startsWith("://", at);
}

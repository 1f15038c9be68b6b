import { BEYOND_ASCII, LETTER, STOP, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { foldLetters } from "../../disguise/fold-letters.ts";
import type { Severity } from "../../finding.ts";
import { bitmapsOf } from "../../units.ts";
import { FRAMES, type Frame, PARTS } from "./frames.ts";
import { isLetter } from "./letters.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { Meaning } from "./stem-tree.ts";
import type { StemFound, Stems } from "./stems.ts";

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
const PRIOR = PARTS.indexOf("prior");
const ABOUT = PARTS.indexOf("about");
const CONCEAL = PARTS.indexOf("conceal");
const ADDRESS = PARTS.indexOf("address");

interface KnownFrame extends Omit<Frame, "parts"> {
  readonly parts: readonly number[];
  /** The same parts, a bit each. */
  readonly mask: number;
}
const KNOWN: readonly KnownFrame[] = FRAMES.map((known) => {
  const parts = known.parts.map((part) => PARTS.indexOf(part));
  return { ...known, parts, mask: parts.reduce((mask, part) => mask | (1 << part), 0) };
});
const FRAMES_OF_PART: readonly (readonly KnownFrame[])[] = PARTS.map((_, part) =>
  KNOWN.filter(({ parts }) => parts.includes(part)),
);

interface Denial {
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

/** Where a word may begin that a stem is compared with. */
export type StartsAt = (units: Uint16Array, at: number) => boolean;

/** Reads stretches of one text in order, and remembers where each part was last met in each language. */
export class FrameReader implements StemFound {
  readonly hits: FrameHit[] = [];
  readonly #text: string;
  readonly #stems: Stems;
  readonly #denials: readonly Denial[];
  readonly #startsAt: StartsAt;
  readonly #languages: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** The parts that each language has met at all: where a frame lacks one, nothing else has to be looked at. */
  readonly #met: Int32Array;
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
    this.#met = new Int32Array(this.#languages);
    const places = PARTS.length * this.#languages;
    this.#starts = new Int32Array(places).fill(-1);
    this.#ends = new Int32Array(places).fill(-1);
    this.#sentences = new Int32Array(places).fill(-9);
  }

  /** Reads `[from, to)`, as far as it has not been read. */
  read(from: number, to: number): void {
    const { length } = this.#text;
    const { units, bitmaps, distance } = bitmapsOf(this.#text, WORDS);
    const stems = this.#stems;
    const end = Math.min(to, length);
    if (from > this.#read) this.#sentence += 2;
    const start = Math.max(from, this.#read);
    for (let word = start >>> 5; word << 5 < end; word++) {
      // Behind a letter of ASCII no other one begins a word, in whatever language, and nothing begins with what else ASCII has.
      const letters = bitmaps[LETTER * distance + word] as number;
      const carry = word === 0 ? 0 : (bitmaps[LETTER * distance + word - 1] as number) >>> 31;
      let bits =
        (letters & ~((letters << 1) | carry)) |
        (bitmaps[STOP * distance + word] as number) |
        (bitmaps[BEYOND_ASCII * distance + word] as number);
      if (word === start >>> 5) bits &= -1 << start;
      for (; bits !== 0; bits &= bits - 1) {
        const at = (word << 5) + 31 - Math.clz32(bits & -bits);
        if (at >= end) break;
        const unit = units[at] as number;
        const mark = MARKS[unit] as number;
        if (mark === MAY_END && isSentenceEnd(units, length, at, unit)) this.#sentence += 1;
        else if (mark === MAY_LEAD && isAddress(units, length, at, unit)) this.#note(ADDRESS, -1, at, at + 1);
        else if (stems.mayBegin(units, length, at) && this.#startsAt(units, at)) stems.match(units, length, at, this);
      }
    }
    this.#read = Math.max(this.#read, end);
  }

  stem({ part, languages }: Meaning, start: number, end: number): void {
    this.#note(part, languages, start, end);
  }

  #note(part: number, languages: number, start: number, end: number): void {
    if (part === ABOUT) {
      if (this.#abouts.at(-1) !== start) this.#abouts.push(start);
      return;
    }
    const denied = part === DROP ? this.#languagesThatDeny(languages, start, end) : 0;
    for (let rest = languages & ~denied; rest !== 0; rest &= rest - 1) {
      const language = 31 - Math.clz32(rest & -rest);
      if (language >= this.#languages) return;
      const place = part * this.#languages + language;
      this.#starts[place] = start;
      this.#ends[place] = end;
      this.#sentences[place] = this.#sentence;
      const met = (this.#met[language] as number) | (1 << part);
      this.#met[language] = met;
      for (const known of FRAMES_OF_PART[part] as readonly KnownFrame[])
        if ((met & known.mask) === known.mask) this.#try(known, language);
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
    const said = this.#text.slice(start, end + WORD_REST);
    if (ENGLISH.test(said) || (parts.includes(DROP) && parts.includes(PRIOR) && MAIL.test(said))) return;
    const last = this.hits.at(-1);
    if (last !== undefined && last.start === start && last.end >= end && last.severity === severity) return;
    const isAbout = this.#abouts.filter((at) => Math.abs(at - start) < ABOUT_REACH).length >= ABOUT_MIN;
    this.hits.push({ start, end, severity: isAbout ? "low" : severity });
  }

  /** Of these languages, those in which the words around say that it is not asked for. */
  #languagesThatDeny(languages: number, start: number, end: number): number {
    const text = this.#text;
    const ahead = text.slice(Math.max(0, start - DENIAL_REACH), start).toLowerCase();
    const behind = text.slice(end, end + DENIAL_REACH).toLowerCase();
    let denied = 0;
    for (let rest = languages; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const denial = this.#denials[31 - Math.clz32(bit)];
      if (denial?.before?.test(ahead) || denial?.after?.test(behind)) denied |= bit;
    }
    return denied;
  }
}

/** Words that English and others share mean nothing among English ones, which have readers of their own. */
const ENGLISH = /\b(?:the|your|you|previous|prior|above|all(?!')|any|and|of|with|these|that|this|everything)\b/i;

/** Whoever asks people to take no notice of the last letter has sent another one. */
const MAIL =
  /e-?mail|e-?post|(?<!\p{L})(?:mails?|correo|courri|brev(?:et)?|briev?en?|schreiben|pismo|письм|листа?|surel|ईमेल)(?!\p{L})|メール|邮件|郵件|메일|\u0627\u0644\u0628\u0631\u064a\u062f/iu;

/** One word is one part: "instructions" is no rule and prompt at once. A phrase may hold another: to tell the user nothing. */
function areApart(
  parts: readonly number[],
  language: number,
  languages: number,
  starts: Int32Array,
  ends: Int32Array,
): boolean {
  for (let at = 1; at < parts.length; at++) {
    const otherPlace = (parts[at] as number) * languages + language;
    for (let earlier = 0; earlier < at; earlier++) {
      const part = parts[earlier] as number;
      const place = part * languages + language;
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

/** Behind the end of the text there is nothing, whatever the array has there. */
function unitAt(units: Uint16Array, length: number, at: number): number {
  return at < length ? (units[at] as number) : -1;
}

function isSentenceEnd(units: Uint16Array, length: number, at: number, unit: number): boolean {
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0x964) return true;
  const next = unitAt(units, length, at + 1);
  return unit === 10 ? next === 10 : next <= 32;
}

/** A place on the network or a mailbox. */
function isAddress(units: Uint16Array, length: number, at: number, unit: number): boolean {
  const next = unitAt(units, length, at + 1);
  if (unit === 64) return at > 0 && isLetter(units[at - 1] as number) && next >= 0 && isLetter(next);
  return next === 47 && unitAt(units, length, at + 2) === 47;
}

const MAY_END = 1;
const MAY_LEAD = 2;
/** What a sentence may end with, and what an address has in it. */
const MARKS = new Uint8Array(0x10000);
for (const unit of [10, 33, 46, 63, 0x61f, 0x6d4, 0x964, 0x3002, 0xff01, 0xff1f]) MARKS[unit] = MAY_END;
for (const unit of [58, 64]) MARKS[unit] = MAY_LEAD;

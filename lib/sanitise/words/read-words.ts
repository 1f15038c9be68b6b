import { type Entry, UNKNOWN } from "./classes.ts";
import { joinPhrases } from "./join-phrases.ts";
import { lexicon } from "./lexicon.ts";
import { latinReading, leetReading, type Normalised } from "./normalise.ts";
import { entryOfShape, schemeStart } from "./shapes.ts";

/** One word, phrase, address or identifier. Offsets are those of the normalised text. */
export interface Word {
  readonly text: string;
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
  /** Number of the sentence. */
  readonly sentence: number;
  /** First of a sentence, or with a capital letter after a word without one: where a new thought may begin. */
  readonly opens: boolean;
  /** What stands between the word before and this one, reduced to one mark: "", ",", ":", "(", "-". */
  readonly after: string;
  readonly shouted: boolean;
}

/** A longer run without a space is data, and only its words count. */
const CHUNK_MAX = 2048;
const WORD_MAX = 64;

/** Reads a text once, from left to right. */
export function readWords(normalised: Normalised): { words: Word[]; longestRun: number } {
  const reader = new Reader(normalised);
  const words = joinPhrases(reader.read());
  return { words, longestRun: reader.longestRun };
}

class Reader {
  longestRun = 0;
  readonly #text: string;
  readonly #raw: string;
  readonly #from: Int32Array | undefined;
  readonly #words: Word[] = [];
  #sentence = 0;
  #opens = true;
  #mark = "";
  #lastLower = false;

  constructor({ text, raw, from }: Normalised) {
    this.#text = text;
    this.#raw = raw;
    this.#from = from;
  }

  read(): Word[] {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      if (isSpace(text.charCodeAt(at))) {
        at = this.#skipSpace(at);
        continue;
      }
      let end = at + 1;
      while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
      this.longestRun = Math.max(this.longestRun, end - at);
      this.#readChunk(at, end);
      at = end;
    }
    return this.#words;
  }

  /** An empty line ends a sentence, and so does a line that begins with a bullet, a number or a heading. */
  #skipSpace(start: number): number {
    const text = this.#text;
    let at = start;
    let lines = 0;
    while (at < text.length && isSpace(text.charCodeAt(at))) {
      if (text.charCodeAt(at) === 10) lines += 1;
      at++;
    }
    if (lines > 1 || (lines === 1 && isBullet(text, at))) this.#endSentence();
    return at;
  }

  #endSentence(): void {
    if (this.#words.at(-1)?.sentence === this.#sentence) this.#sentence += 1;
    this.#opens = true;
    this.#mark = "";
  }

  #readChunk(start: number, end: number): void {
    if (end - start <= CHUNK_MAX && this.#readAddress(start, end)) return;
    const text = this.#text;
    for (let at = start; at < end; ) {
      const code = text.charCodeAt(at);
      if (!isWordUnit(code)) {
        this.#takeMark(code, at, end);
        at++;
        continue;
      }
      let last = at + 1;
      while (last < end && isInsideWord(text, last, end)) last++;
      this.#takeWord(at, last);
      at = last;
    }
  }

  #takeMark(code: number, at: number, end: number): void {
    if (code === 46 || code === 33 || code === 63 || code === 0x3002 || code === 0x61f || code === 0x964) {
      // Inside of a chunk a full stop belongs to a number, a name or an abbreviation.
      if (at + 1 >= end || !isWordUnit(this.#text.charCodeAt(at + 1))) {
        if (!this.#isAbbreviation()) this.#endSentence();
      }
    } else if (code === 59) this.#endSentence();
    else if (code === 44 || code === 58 || code === 40 || code === 45 || code === 0x2014 || code === 0x2013) {
      this.#mark = code === 44 ? "," : code === 58 ? ":" : code === 40 ? "(" : "-";
    } else if (code === 41 || code === 93) this.#mark = ")";
    else if (code === 91 || code === 35 || code === 42 || code === 60 || code === 62) this.#mark ||= "-";
  }

  #isAbbreviation(): boolean {
    const last = this.#words.at(-1)?.text;
    return (
      last === "e.g" ||
      last === "i.e" ||
      last === "eg" ||
      last === "etc" ||
      last === "vs" ||
      last === "g" ||
      last === "e"
    );
  }

  /** An address, a secret file or an identifier is one word. */
  #readAddress(chunkStart: number, chunkEnd: number): boolean {
    const text = this.#text;
    let start = chunkStart;
    let end = chunkEnd;
    while (start < end && isWrapping(text.charCodeAt(start))) start++;
    while (end > start && isTrailing(text.charCodeAt(end - 1))) end--;
    const chunk = text.slice(start, end);
    const entry = entryOfShape(chunk);
    if (entry === undefined) return false;
    for (let at = chunkStart; at < start; at++) this.#takeMark(text.charCodeAt(at), at, chunkEnd);
    // What stands before the scheme is a word of its own: "to:https://…".
    const scheme = chunk.includes("://") ? schemeStart(chunk) : 0;
    if (scheme > 0) this.#readChunk(start, start + scheme);
    this.#push(start + scheme, end, chunk.slice(scheme), entry);
    for (let at = end; at < chunkEnd; at++) this.#takeMark(text.charCodeAt(at), at, chunkEnd);
    return true;
  }

  #takeWord(start: number, end: number): void {
    const text = this.#text.slice(start, Math.min(end, start + WORD_MAX));
    const { words, phrases } = lexicon();
    let entry = words.get(text);
    let read = text;
    if (entry === undefined && !phrases.has(text)) {
      for (const reading of [latinReading(text), leetReading(text)]) {
        if (reading === undefined) continue;
        if (words.has(reading) || phrases.has(reading)) {
          entry = words.get(reading);
          read = reading;
          break;
        }
      }
    }
    this.#push(start, end, read, entry ?? UNKNOWN);
  }

  #push(start: number, end: number, text: string, entry: Entry): void {
    const { capital, shouted } = this.#caseOf(start, end);
    const opens = this.#opens || (capital && this.#lastLower);
    this.#words.push({ text, entry, start, end, sentence: this.#sentence, opens, after: this.#mark, shouted });
    this.#opens = false;
    this.#mark = "";
    this.#lastLower = !capital;
  }

  #caseOf(start: number, end: number): { capital: boolean; shouted: boolean } {
    const first = this.#rawUnit(start);
    const capital = first >= 65 && first <= 90;
    if (!capital || end - start < 2) return { capital, shouted: false };
    const second = this.#rawUnit(start + 1);
    return { capital, shouted: second >= 65 && second <= 90 };
  }

  #rawUnit(at: number): number {
    return this.#raw.charCodeAt(this.#from === undefined ? at : (this.#from[at] ?? 0));
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;
}

function isBullet(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 42 || code === 35 || code === 0x2022 || code === 62) return true;
  if (code === 45) return true;
  return code >= 48 && code <= 57 && (text.charCodeAt(at + 1) === 46 || text.charCodeAt(at + 1) === 41);
}

/** Letters, digits, and everything beyond ASCII that is not punctuation: scripts need no list. */
function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return (
    code >= 0xaa &&
    !(code >= 0x2010 && code <= 0x2bff) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    code !== 0xab &&
    code !== 0xbb &&
    code !== 0x61f &&
    code !== 0x964
  );
}

function isInsideWord(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (isWordUnit(code)) return true;
  // An apostrophe, a full stop as in e.g., and the marks of leet, between letters only.
  return (
    (code === 39 || code === 36 || code === 64 || (code === 46 && at < 3)) &&
    at + 1 < end &&
    isWordUnit(text.charCodeAt(at + 1))
  );
}

function isWrapping(code: number): boolean {
  return (
    code === 40 ||
    code === 91 ||
    code === 123 ||
    code === 60 ||
    code === 34 ||
    code === 39 ||
    code === 96 ||
    code === 42
  );
}

function isTrailing(code: number): boolean {
  return (
    isWrapping(code) ||
    code === 41 ||
    code === 93 ||
    code === 125 ||
    code === 62 ||
    code === 44 ||
    code === 46 ||
    code === 59 ||
    code === 58 ||
    code === 33 ||
    code === 63
  );
}

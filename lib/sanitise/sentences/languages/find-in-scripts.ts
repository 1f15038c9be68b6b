import { nextBeyondAscii, unitsOf } from "../../units.ts";
import { SCRIPTS } from "./other-scripts.ts";

/** Where a text of another script says to drop what was said before, or speaks as the model's master. */
export interface CoreHit {
  readonly start: number;
  readonly end: number;
}

const SPAN = 64;
const HITS_MAX = 50;

const CORES: readonly RegExp[] = SCRIPTS.map(
  ({ drop, object, prior, alone, asked }) => new RegExp(`(${drop})|(${object})|(${prior})|(${alone})|(${asked})`, "gi"),
);
/** What every hit has: without something that is dropped, or a phrase that needs no company, the rest need not be looked for. */
const NEEDED: readonly RegExp[] = SCRIPTS.map(
  ({ object, alone, asked }) => new RegExp(`${object}|${alone}|${asked}`, "i"),
);
/** The blocks of 128 characters of each script, first and behind the last; in the order of `SCRIPTS`. */
const BLOCKS: readonly (readonly [first: number, end: number])[][] = [
  [
    [0x400, 0x500],
    [0x1c80, 0x1d00],
  ],
  [[0x600, 0x700]],
  [[0x900, 0x980]],
  [[0x980, 0xa00]],
  [
    [0xe00, 0xf00],
    [0x1780, 0x1800],
  ],
  [
    [0x3000, 0x3100],
    [0x4e00, 0xa000],
  ],
  [[0xac00, 0xd780]],
  [[0x380, 0x400]],
  [[0x580, 0x600]],
  [
    [0x500, 0x580],
    [0xb80, 0xc80],
    [0x1080, 0x1380],
    [0x1c80, 0x1d00],
  ],
];

/** One bit a script for each block of 128 characters. */
const SCRIPTS_OF_BLOCK: Uint16Array = Uint16Array.from({ length: 512 }, (_, block) =>
  BLOCKS.reduce(
    (bits, ranges, script) =>
      ranges.some(([first, end]) => block * 128 >= first && block * 128 < end) ? bits | (1 << script) : bits,
    0,
  ),
);

/**
 * Letters of one script this close together are searched at once; what lies further apart can be no hit together. A hit has a letter
 * of its script in each of its words, and `MARGIN` is longer than any of those: the test of this file holds the lists to both.
 */
const APART = 128;
export const MARGIN = 40;

/** Each script's words are only looked for where letters of that script stand. */
export function findInScripts(text: string): CoreHit[] {
  const units = unitsOf(text);
  const { length } = text;
  const first = nextBeyondAscii(units, 0, length);
  if (first === length) return [];
  const searches = CORES.map((core, script) => new ScriptSearch(text, core, NEEDED[script] ?? core));
  meetLetters(units, first, length, searches);
  return searches.flatMap((search) => search.finish());
}

/** By itself, so that the engine compiles the loop once and for all. */
function meetLetters(units: Uint16Array, first: number, length: number, searches: readonly ScriptSearch[]): void {
  for (let at = first; at < length; at = nextBeyondAscii(units, at + 1, length)) {
    let scripts = SCRIPTS_OF_BLOCK[(units[at] as number) >> 7] as number;
    for (; scripts !== 0; scripts &= scripts - 1) searches[31 - Math.clz32(scripts & -scripts)]?.meet(at);
  }
}

/** The blocks of the script that a unit belongs to, as bits. */
export function scriptsOf(unit: number): number {
  return SCRIPTS_OF_BLOCK[unit >> 7] as number;
}

class ScriptSearch {
  readonly #text: string;
  readonly #core: RegExp;
  readonly #needed: RegExp;
  readonly #hits: CoreHit[] = [];
  #start = -1;
  #last = -1;

  constructor(text: string, core: RegExp, needed: RegExp) {
    this.#text = text;
    this.#core = core;
    this.#needed = needed;
  }

  /** A letter of the script stands at `at`. */
  meet(at: number): void {
    if (this.#start >= 0 && at - this.#last <= APART) {
      this.#last = at;
      return;
    }
    this.#search();
    this.#start = at;
    this.#last = at;
  }

  finish(): readonly CoreHit[] {
    this.#search();
    return this.#hits;
  }

  #search(): void {
    if (this.#start < 0 || this.#hits.length >= HITS_MAX) return;
    const from = Math.max(0, this.#start - MARGIN);
    const stretch = this.#text.slice(from, this.#last + 1 + MARGIN);
    if (this.#needed.test(stretch)) findCore(this.#text, this.#core, from, stretch, this.#hits);
  }
}

function findCore(text: string, core: RegExp, from: number, stretch: string, hits: CoreHit[]): void {
  const last = [-1, -1, -1];
  core.lastIndex = 0;
  for (let match = core.exec(stretch); match !== null && hits.length < HITS_MAX; match = core.exec(stretch)) {
    const start = from + match.index;
    const end = start + match[0].length;
    const kind = match.findIndex((group, at) => at > 0 && group !== undefined) - 1;
    if (kind === 3) {
      hits.push({ start, end });
      continue;
    }
    if (kind === 4) {
      if (ASKED.test(text.slice(end, end + ASKED_REACH))) hits.push({ start, end });
      continue;
    }
    last[kind] = start;
    const first = Math.min(...last);
    if (first < 0 || end - first > SPAN || SENTENCE_END.test(text.slice(first, start))) continue;
    hits.push({ start: first, end });
    last.fill(-1);
  }
}

/** A secret that is asked for, and not one that a manual speaks of. */
const ASKED = /[?\uff1f\u061f]/;
const ASKED_REACH = 16;

const SENTENCE_END = /[.!?。！？।؟]\s|[。！？\n।]/;

import { foldLetters } from "../../disguise/fold-letters.ts";
import { PARTS, type Part } from "./frames.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";

/** What a stem stands for: a part of a frame, in some languages (one bit each). */
export interface Meaning {
  readonly part: number;
  readonly languages: number;
}

interface Node {
  readonly next: Map<number, Node>;
  readonly meanings: Meaning[];
  /** The same, where the word ends here. */
  readonly whole: Meaning[];
}

/** Where words are not parted by spaces, or run into their particles. */
const ANYWHERE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const SHORT_LATIN = 5;
const SHORT = 4;
const SPACE = 32;
/** Behind a word that has no other endings. */
export const WHOLE = ".";

/** The stems of several languages as one tree, by their letters as `letterOf` gives them. */
export class Stems {
  readonly #root: Node = { next: new Map(), meanings: [], whole: [] };
  readonly #firsts = new Uint8Array(0x10000);

  constructor(lexicons: readonly Lexicon[]) {
    for (const [at, lexicon] of lexicons.entries()) {
      for (const [part, name] of PARTS.entries()) {
        for (const word of wordsOf(lexicon, name)) this.#add(foldLetters(word).text, { part, languages: 1 << at });
      }
    }
    for (const letter of this.#root.next.keys()) this.#firsts[letter] = 1;
  }

  #add(stem: string, meaning: Meaning): void {
    const isExact = stem.endsWith(WHOLE);
    const word = isExact ? stem.slice(0, -WHOLE.length) : stem;
    let node = this.#root;
    let letters = 0;
    for (let at = 0; at < word.length; at++) {
      const letter = letterOf(word.charCodeAt(at));
      if (letter === 0) continue;
      letters += 1;
      let next = node.next.get(letter);
      if (next === undefined) {
        next = { next: new Map(), meanings: [], whole: [] };
        node.next.set(letter, next);
      }
      node = next;
    }
    const short = /^[\p{Script=Latin}]/u.test(word) ? SHORT_LATIN : SHORT;
    const meanings = isExact || (letters < short && !ANYWHERE.test(word)) ? node.whole : node.meanings;
    const known = meanings.findIndex(({ part }) => part === meaning.part);
    if (known < 0) meanings.push(meaning);
    else meanings[known] = { part: meaning.part, languages: (meanings[known]?.languages ?? 0) | meaning.languages };
  }

  /** Whether anything begins with this letter. */
  begins(letter: number): boolean {
    return this.#firsts[letter] === 1;
  }

  /** Calls `found` with the end and the meaning of every stem that begins at `start`. */
  match(text: string, start: number, found: (end: number, meaning: Meaning) => void): void {
    let node: Node | undefined = this.#root;
    for (let at = start; at <= text.length; ) {
      if (node.meanings.length > 0) for (const meaning of node.meanings) found(at, meaning);
      if (node.whole.length > 0 && !isLetter(text.charCodeAt(at))) for (const meaning of node.whole) found(at, meaning);
      if (at === text.length) return;
      const letter = letterOf(text.charCodeAt(at));
      at++;
      if (letter === 0) continue;
      node = node.next.get(letter);
      if (node === undefined) return;
      if (letter === SPACE) while (at < text.length && letterOf(text.charCodeAt(at)) === SPACE) at++;
    }
  }
}

/** Claims of being the reader's own maker or master, among those of being somebody's. */
const YOURS =
  /(?:^|\s|d')(?:tu|su|seu|teu|votre|ton|tuo|vostro|dein|ihr|je|jouw|uw|din|twoim|twój|tvůj|váš|tvoj|senin|sizin|iyong|anda|bạn|твой|ваш|твій|твоят|вашият|твој|σου|آپ|شما|שלך|आपका|तुम्हारा|आपके|আপনার|তোমার)(?:\s|$)|geliştiricinim|kehittäjäsi|luojasi|fejlesztőd|alkotód|készítőd|你的|您的|あなたの|당신의|너의|مطورك|منشئك|صانعك|خالقك|உங்கள் டெவ|మీ డెవ|შენი|քո/;

/** Written alike, or taken over from English, wherever such modes are spoken of. */
const OVERRIDING =
  "override|god mode|dan mode|jailbreak|developer mode|unrestricted|オーバーライド|ओवरराइड|ওভাররাইড|오버라이드|تجاوز|оверрайд|โอเวอร์ไรด์";

function wordsOf(lexicon: Lexicon, part: Part): readonly string[] {
  if (part === "address") return [];
  if (part === "overriding") return OVERRIDING.split("|");
  if (part === "master") return lexicon.maker.split("|").filter((word) => YOURS.test(word));
  return lexicon[part]?.split("|") ?? [];
}

/** Letters of one script that are written for each other. */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ["\u0649", "\u064a"],
  ["\u06cc", "\u064a"],
  ["\u06a9", "\u0643"],
  ["\u0629", "\u0647"],
  ["\u06c1", "\u0647"],
  ["\u06be", "\u0647"],
  ["\u0671", "\u0627"],
  ["\u03c2", "\u03c3"],
  ["\u2019", "'"],
  ["\u02bc", "'"],
]);

/** Vowel points of Hebrew and Arabic, tatweel, nukta, marks on Latin letters: first and last of each row. */
const LEFT_OUT = [
  [0x0300, 0x036f],
  [0x0591, 0x05c7],
  [0x0610, 0x061a],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x093c, 0x093c],
  [0x09bc, 0x09bc],
] as const;

/** For each unit: what it reads as, or nothing for marks that are left out as often as they are written. */
const LETTERS: Uint16Array = buildLetters();

export function letterOf(unit: number): number {
  return LETTERS[unit] as number;
}

export function isLetter(unit: number): boolean {
  return IS_LETTER[unit] === 1;
}

function isLeftOut(unit: number): boolean {
  return LEFT_OUT.some(([first, last]) => unit >= first && unit <= last);
}

function buildLetters(): Uint16Array {
  return Uint16Array.from({ length: 0x10000 }, (_, unit) => {
    if (unit >= 0xd800 && unit < 0xe000) return unit;
    const character = String.fromCharCode(unit);
    if (/[\s\u200b-\u200d]/.test(character)) return unit === 0x200c || unit === 0x200d || unit === 0x200b ? 0 : SPACE;
    if (isLeftOut(unit)) return 0;
    const [first = character] = character.toLowerCase().normalize("NFD");
    const plain =
      /\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Arabic}/u.test(first) && first.length === 1 ? first : undefined;
    return (VARIANTS.get(plain ?? character.toLowerCase()) ?? plain ?? character.toLowerCase()).charCodeAt(0);
  });
}

const IS_LETTER: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  /[\p{L}\p{M}]/u.test(String.fromCharCode(unit)) ? 1 : 0,
);

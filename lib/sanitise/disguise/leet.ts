import { vocabulary } from "./vocabulary.ts";

const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "6": "g",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
  "|": "l",
};

/** Letters with digits or signs for some of them; a sign alone, or at the end of a word, is itself. */
const WORD = /[A-Za-z0-9@$!+|]{1,23}[A-Za-z0-9@$+]/g;

/** `r3v341 7h3 pr0mp7` as letters. A one may be an i or an l: what makes a word is right. */
export function unleet(text: string): string {
  return text.replace(WORD, (word) => {
    if (!/[0134567@$89!+|]/.test(word)) return word;
    const letters = word.toLowerCase().replace(/[03456789@$!+|]/g, (mark) => LETTERS[mark] ?? mark);
    return resolveOnes(letters);
  });
}

const ONES_MAX = 4;

let withOnes: ReadonlySet<string> | undefined;

/**
 * Whether any word has this form when each i and l of it is a one. Asked before the choices are tried: trying them all for what is no word, a text of
 * ones took forty times as long as others.
 */
export function isFormOfWord(word: string): boolean {
  withOnes ??= new Set(Array.from(vocabulary(), withEveryOne));
  return withOnes.has(withEveryOne(word));
}

function withEveryOne(word: string): string {
  return word.replace(/[il]/g, "1");
}

/** A one may be an i or an l: what makes a word is right, and an i where neither does. */
export function resolveOnes(word: string): string {
  const ones = word.split("1").length - 1;
  if (ones === 0) return word;
  if (ones <= ONES_MAX && isFormOfWord(word)) {
    const words = vocabulary();
    for (let choice = 0; choice < 1 << ones; choice++) {
      let at = 0;
      const tried = word.replace(/1/g, () => ((choice >> at++) & 1 ? "l" : "i"));
      if (words.has(tried)) return tried;
    }
  }
  return word.replaceAll("1", "i");
}

const SIGNS: Readonly<Record<string, string>> = {
  o: "0",
  i: "1!",
  l: "1|",
  e: "3",
  a: "4@",
  s: "5$",
  t: "7+",
  g: "69",
  b: "8",
};

/** Every way to write a word with a digit or sign in the place of some kinds of letters, but the plain one. */
export function leetForms(word: string): string[] {
  let forms = [word];
  for (const [letter, signs] of Object.entries(SIGNS)) {
    if (!word.includes(letter)) continue;
    forms = forms.flatMap((form) => [form, ...Array.from(signs, (sign) => form.replaceAll(letter, sign))]);
  }
  return forms.filter((form) => form !== word);
}

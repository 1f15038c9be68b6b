import { vocabulary } from "./vocabulary.ts";

const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
};

const WORD = /[A-Za-z0-9@$]{2,24}/g;

/** `r3v341 7h3 pr0mp7` as letters. A one may be an i or an l: what makes a word is right. */
export function unleet(text: string): string {
  return text.replace(WORD, (word) => {
    if (!/[013457@$8]/.test(word)) return word;
    const letters = word.toLowerCase().replace(/[0345789@$]/g, (mark) => LETTERS[mark] ?? mark);
    return resolveOnes(letters);
  });
}

const ONES_MAX = 4;

/** A one may be an i or an l: what makes a word is right, and an i where neither does. */
export function resolveOnes(word: string): string {
  const ones = word.split("1").length - 1;
  if (ones === 0) return word;
  if (ones <= ONES_MAX) {
    const words = vocabulary();
    for (let choice = 0; choice < 1 << ones; choice++) {
      let at = 0;
      const tried = word.replace(/1/g, () => ((choice >> at++) & 1 ? "l" : "i"));
      if (words.has(tried)) return tried;
    }
  }
  return word.replaceAll("1", "i");
}

/** Every way to write a word with digits in the place of some kinds of letters, but the plain one. */
export function leetForms(word: string): string[] {
  const kinds = Object.entries({ o: "0", i: "1", l: "1", e: "3", a: "4", s: "5", t: "7" }).filter(([letter]) =>
    word.includes(letter),
  );
  const forms: string[] = [];
  for (let choice = 1; choice < 1 << kinds.length; choice++) {
    let form = word;
    for (const [at, [letter, digit]] of kinds.entries()) if ((choice >> at) & 1) form = form.replaceAll(letter, digit);
    forms.push(form);
  }
  return forms;
}

import { BASE, type Entry, entryOf, entryWith, GERUND, indexOf, PAST, THIRD, type WordClass } from "./classes.ts";
import { NOUNS, PHRASES, VERBS, WORDS } from "./english.ts";
import { OTHER_LANGUAGES } from "./other-languages.ts";

/**
 * The words that detectors know, unpacked at the first question. Verbs are written once and inflected here; of a phrase every
 * word but the last may be anything, so phrases are found by their first word, longest first.
 */
interface Phrase {
  readonly rest: readonly string[];
  readonly entry: Entry;
}

interface Lexicon {
  readonly words: Map<string, Entry>;
  readonly phrases: Map<string, Phrase[]>;
}

let built: Lexicon | undefined;

export function lexicon(): Lexicon {
  built ??= build();
  return built;
}

function build(): Lexicon {
  const words = new Map<string, Entry>();
  const phrases = new Map<string, Phrase[]>();
  const add = (text: string, wordClass: WordClass, form: number): void => {
    const parts = text.split(" ");
    if (parts.length === 1) words.set(text, merge(words.get(text), wordClass, form));
    else addPhrase(phrases, parts, wordClass, form);
  };
  each(VERBS, (verb, wordClass) => {
    for (const [text, form] of inflect(verb)) add(text, wordClass, form);
  });
  each(NOUNS, (noun, wordClass) => {
    add(noun, wordClass, 0);
    add(plural(noun), wordClass, 0);
  });
  for (const table of [WORDS, PHRASES, OTHER_LANGUAGES]) {
    each(table, (text, wordClass) => add(text, wordClass, table === OTHER_LANGUAGES ? BASE : 0));
  }
  for (const list of phrases.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return { words, phrases };
}

function each(table: Partial<Record<WordClass, string>>, take: (item: string, wordClass: WordClass) => void): void {
  for (const [wordClass, list] of Object.entries(table)) {
    for (const item of list.split(/[,\n]/)) if (item.trim() !== "") take(item.trim(), wordClass as WordClass);
  }
}

function merge(known: Entry | undefined, wordClass: WordClass, form: number): Entry {
  if (known === undefined) return entryOf([wordClass], form);
  return entryWith([...known.classes, indexOf(wordClass)], known.form | form);
}

function addPhrase(phrases: Map<string, Phrase[]>, parts: readonly string[], wordClass: WordClass, form: number): void {
  const [first = "", ...rest] = parts;
  const list = phrases.get(first) ?? [];
  phrases.set(first, list);
  const same = list.findIndex((phrase) => phrase.rest.join(" ") === rest.join(" "));
  const entry = merge(list[same]?.entry, wordClass, form);
  if (same === -1) list.push({ rest, entry });
  else list[same] = { rest, entry };
}

/** `ignore`, `skip+` (doubles its last letter), `forget|forgets|forgot|forgetting`; of several words the first is the verb. */
function inflect(verb: string): [text: string, form: number][] {
  const [head = "", ...tail] = verb.split(" ");
  return formsOf(head).map(([word, form]) => [[word, ...tail].join(" "), form]);
}

function formsOf(verb: string): [word: string, form: number][] {
  if (verb.includes("|")) {
    const [base = "", third = "", past = "", gerund = "", participle] = verb.split("|");
    const forms: [string, number][] = [
      [base, BASE],
      [third, THIRD],
      [past, past === base ? BASE | PAST : PAST],
      [gerund, GERUND],
    ];
    return participle === undefined ? forms : [...forms, [participle, PAST]];
  }
  const doubles = verb.endsWith("+");
  const base = doubles ? verb.slice(0, -1) : verb;
  const stem = doubles ? base + base.at(-1) : base.endsWith("e") ? base.slice(0, -1) : base;
  const endsInY = /[^aeiou]y$/.test(base);
  return [
    [base, BASE],
    [plural(base), THIRD],
    [endsInY ? `${base.slice(0, -1)}ied` : `${stem}ed`, PAST],
    [`${stem}ing`, GERUND],
  ];
}

function plural(noun: string): string {
  const [, head = "", last = noun] = /^(.* )?(\S+)$/.exec(noun) ?? [];
  if (/[^aeiou]y$/.test(last)) return `${head}${last.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(last) ? `${head}${last}es` : `${head}${last}s`;
}

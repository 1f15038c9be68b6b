import { type Entry, entryWith } from "./classes.ts";
import { lexicon } from "./lexicon.ts";
import type { Word } from "./read-words.ts";

/** Makes one word of the words of a phrase, the longest that begins at each. It is what its words are, and what the phrase is. */
export function joinPhrases(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word;
    const phrase = phraseAt(words, at);
    if (phrase === undefined) {
      joined.push(word);
      at += 1;
      continue;
    }
    const { rest, entry } = phrase;
    const last = words[at + rest.length] as Word;
    const parts = words.slice(at, at + rest.length + 1);
    joined.push({
      ...word,
      text: [word.text, ...rest].join(" "),
      entry: entryWith(
        [...parts.flatMap((part) => part.entry.classes), ...entry.classes],
        entry.form || word.entry.form,
      ),
      end: last.end,
    });
    at += rest.length + 1;
  }
  return joined;
}

function phraseAt(
  words: readonly Word[],
  at: number,
): { readonly rest: readonly string[]; readonly entry: Entry } | undefined {
  const first = words[at] as Word;
  const candidates = lexicon().phrases.get(first.text);
  if (candidates === undefined) return undefined;
  for (const phrase of candidates) {
    const fits = phrase.rest.every((text, i) => {
      const next = words[at + 1 + i];
      return next !== undefined && next.text === text && next.sentence === first.sentence;
    });
    if (fits) return phrase;
  }
  return undefined;
}

import { escapePointer } from "#lib/registry/canonical-json.ts";
import { CONTRACT_CODES } from "./change.ts";
import { compareTexts } from "./compare-texts.ts";
import type { Draft } from "./draft.ts";
import { SCHEMA_WORDS } from "./schema-words.ts";

/**
 * The last net under the comparison of schemas: a model reads every name and every text in one, so a word that stood
 * nowhere in the earlier schema is reported wherever nothing at its place is graver than a note. It catches a keyword
 * that only takes values away and says something on the way.
 */
export function findNewWords(before: unknown, after: unknown, pointer: string, found: readonly Draft[]): Draft[] {
  const known = new Set([...wordsOf(before, "")].map(([word]) => word));
  // A text of which only spaces moved has no new word, although as a whole it is another.
  const judged = new Set(
    found
      .filter(({ code }) => CONTRACT_CODES[code].severity !== "info" || code === "text.whitespace")
      .map((one) => one.pointer),
  );
  return [...wordsOf(after, pointer)]
    .filter(([word, at]) => !known.has(word) && !SCHEMA_WORDS.has(word) && !isWithin(at, judged))
    .flatMap(([word, at]) => compareTexts(undefined, word, at));
}

function* wordsOf(value: unknown, pointer: string): Generator<[word: string, pointer: string]> {
  if (typeof value === "string") yield [value, pointer];
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* wordsOf(item, `${pointer}/${index}`);
  else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = `${pointer}/${escapePointer(key)}`;
      yield [key, at];
      yield* wordsOf(member, at);
    }
  }
}

/** Whether this place, or one that it stands in, is among them. */
function isWithin(pointer: string, places: ReadonlySet<string>): boolean {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (places.has(at)) return true;
    if (!at.includes("/")) return false;
  }
}

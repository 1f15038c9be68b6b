/** What a person typed into the registry's search field, as the database can look it up by its indexes. */
export interface SearchWords {
  /** For `to_tsquery('simple', …)`: every word has to begin a word of the tool. Null when there is no word in it. */
  readonly query: string | null;
  /** The head of a hash, with its scheme, if that is what was typed. */
  readonly hashHead: string | null;
}

const HASH = /^(?:al1:)?(?:sha256:)?([0-9a-f]{6,64})…?$/;
const SCHEME = "al1:sha256:";

/**
 * Words are cut where the database cuts them: at everything that is neither a letter nor a digit. They are quoted one by one, so
 * that nothing a person types is an operator. Six hexadecimal digits may be a hash and may be a word (`facade`): both are asked.
 */
export function readSearchWords(typed: string): SearchWords {
  const words = typed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const head = HASH.exec(typed.trim().toLowerCase())?.[1];
  // A whole hash with its scheme is no text that anybody wrote into a description.
  const isHashAlone = head !== undefined && (typed.includes(":") || head.length > 20);
  const asked = isHashAlone || words.length === 0 ? null : words;
  return {
    query: asked?.map((word) => `'${word}':*`).join(" & ") ?? null,
    hashHead: head === undefined ? null : SCHEME + head,
  };
}

/** Letters of a word that count. */
export const WORD_LENGTH_MAX = 24;
export const FNV = 0x01000193;
export const BASIS: number = 0x811c9dc5;

export function hashOf(word: string): number {
  let hash = BASIS;
  for (let at = 0; at < Math.min(word.length, WORD_LENGTH_MAX); at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV);
  return hash;
}

/** What stands for every number, address and mailbox, and before the first word of a unit. */
export const NUMBER: number = hashOf("0");
export const ADDRESS: number = hashOf("://");
export const MAIL: number = hashOf("@");
export const START: number = hashOf("^");

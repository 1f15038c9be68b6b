/**
 * Text from outside, made safe to stand in a sentence of ours: one line, bounded, and with everything that does not show
 * (controls, joiners, direction marks, tags) written out as an escape, so that what a person reads is what is there.
 */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

export function plainText(text: string, maxLength: number): string {
  // Cut before escaping as well, so that a megabyte of invisible characters costs nothing.
  const head = text.slice(0, maxLength + 1).toWellFormed();
  const shown = head.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > maxLength || text.length > maxLength
    ? `${shown.slice(0, maxLength - 1).toWellFormed()}…`
    : shown;
}

/**
 * A value as one line of JSON that shows all it holds: what does not show, or would end the line or speak to the terminal of whoever reads
 * it, is an escape. JSON itself sees to the first 32 only. Parsed, it is the same value.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** The first `maxLength` units of a stranger's text, never with half a character at the end: neither digests nor jsonb take one. */
export function headOf(text: string, maxLength: number): string {
  const head = text.slice(0, maxLength);
  return text.length > maxLength && /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

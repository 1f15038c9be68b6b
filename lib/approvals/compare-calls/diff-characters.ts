import type { DiffSegment } from "#lib/registry/drift/diff-types.ts";
import { diffTexts, diffTokens } from "#lib/registry/drift/word-diff.ts";

/** Longer than this, a changed stretch is shown as gone and come: letters that happen to agree would say nothing. */
const LETTERS_MAX = 600;
/** So much of the longer side has to be the same for letters to be compared. */
const LEAST_ALIKE = 0.5;

/** Word by word, and inside words that are alike letter by letter: one exchanged character is one mark. */
export function diffCharacters(before: string, after: string): DiffSegment[] {
  const words = diffTexts(before, after);
  return words.flatMap((segment, index) => {
    const next = words[index + 1];
    const last = words[index - 1];
    if (segment.op === "delete" && next?.op === "insert") {
      return byLetters(segment.text, next.text) ?? [segment, next];
    }
    return segment.op === "insert" && last?.op === "delete" ? [] : [segment];
  });
}

function byLetters(before: string, after: string): DiffSegment[] | undefined {
  if (before.length + after.length > LETTERS_MAX) return undefined;
  const segments = diffTokens([...before], [...after]);
  const equal = segments?.reduce((sum, { op, text }) => sum + (op === "equal" ? text.length : 0), 0) ?? 0;
  return equal >= LEAST_ALIKE * Math.max(before.length, after.length) ? segments : undefined;
}

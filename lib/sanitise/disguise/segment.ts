import { isFormOfWord, resolveOnes } from "./leet.ts";
import { vocabulary } from "./vocabulary.ts";

const WORD_MAX = 16;
const RUN_MAX = 600;

const LEET: Readonly<Record<string, string>> = { "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" };

/** Puts spaces between the words of a run of letters: those that leave the fewest letters over, and the longest of them. */
export function segment(run: string): string {
  const letters = run
    .slice(0, RUN_MAX)
    .toLowerCase()
    .replace(/[034578]/g, (digit) => LEET[digit] ?? digit);
  const words = vocabulary();
  const best = new Float64Array(letters.length + 1);
  const length = new Uint8Array(letters.length + 1);
  for (let end = 1; end <= letters.length; end++) {
    // A letter that belongs to no word.
    best[end] = (best[end - 1] as number) - 1;
    length[end] = 1;
    for (let size = 1; size <= WORD_MAX && size <= end; size++) {
      const worth = (best[end - size] as number) + size - 1.2;
      if (worth > (best[end] as number) && isWord(letters.slice(end - size, end), words)) {
        best[end] = worth;
        length[end] = size;
      }
    }
  }
  const parts: string[] = [];
  for (let end = letters.length; end > 0; end -= length[end] as number)
    parts.push(resolveOnes(letters.slice(end - (length[end] as number), end)));
  return parts.reverse().join(" ");
}

function isWord(letters: string, words: ReadonlySet<string>): boolean {
  if (words.has(letters)) return true;
  return letters.length > 2 && letters.includes("1") && isFormOfWord(letters) && words.has(resolveOnes(letters));
}

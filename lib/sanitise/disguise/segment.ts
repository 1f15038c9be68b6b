import { isFormOfWord, resolveOnes } from "./leet.ts";
import { vocabulary } from "./vocabulary.ts";
import { NOWHERE, ROOT, WordTree } from "./word-tree.ts";

const WORD_MAX = 16;
const RUN_MAX = 600;

/** Of "1". */
const ONE = 0x31;

let tree: WordTree | undefined;

const LEET: Readonly<Record<string, string>> = { "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" };

/** Puts spaces between the words of a run of letters: those that leave the fewest letters over, and the longest of them. */
export function segment(run: string): string {
  const letters = run
    .slice(0, RUN_MAX)
    .toLowerCase()
    .replace(/[034578]/g, (digit) => LEET[digit] ?? digit);
  tree ??= new WordTree(vocabulary());
  const best = new Float64Array(letters.length + 1);
  const length = new Uint8Array(letters.length + 1);
  for (let end = 1; end <= letters.length; end++) {
    // A letter that belongs to no word.
    best[end] = (best[end - 1] as number) - 1;
    length[end] = 1;
    let node = ROOT;
    // From a one on, which may be one of two letters, each length is a question of its own.
    let holdsOne = false;
    for (let size = 1; size <= WORD_MAX && size <= end; size++) {
      holdsOne ||= letters.charCodeAt(end - size) === ONE;
      if (!holdsOne) {
        node = tree.before(node, letters, end - size);
        if (node === NOWHERE) break;
      }
      const worth = (best[end - size] as number) + size - 1.2;
      if (worth <= (best[end] as number)) continue;
      if (holdsOne ? isWordWithOnes(letters.slice(end - size, end)) : tree.isWord(node)) {
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

function isWordWithOnes(letters: string): boolean {
  return letters.length > 2 && isFormOfWord(letters) && vocabulary().has(resolveOnes(letters));
}

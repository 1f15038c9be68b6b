import type { Candidate } from "./candidate.ts";
import { segment } from "./segment.ts";

const LETTERS_MIN = 12;
const STRETCH_MAX = 2048;
const SPACE = 32;

/**
 * Letters with something between each and the next: `i g n o r e`, `i-g-n-o-r-e`, `i.g.n.o.r.e`. `at` is a place inside; words
 * are parted by more space, or not at all, and then the letters are taken apart into words.
 */
export function readSpaced(text: string, at: number): Candidate | undefined {
  const first = isMark(text.charCodeAt(at)) ? at + 1 : at;
  const mark = text.charCodeAt(first + 1);
  let start = first;
  while (start >= 2 && first - start < STRETCH_MAX / 4) {
    if (text.charCodeAt(start - 1) === mark && isLone(text, start - 2, mark)) start -= 2;
    else if (mark !== SPACE && text.charCodeAt(start - 1) === SPACE && isLone(text, start - 2, mark)) start -= 2;
    else if (mark === SPACE && text.charCodeAt(start - 2) === SPACE && isLone(text, start - 3, mark)) start -= 3;
    else break;
  }
  const words: string[] = [""];
  let letters = 0;
  let end = start;
  // Forwards from where it was met: what was read is behind the end then, and is not met again.
  for (let next = start; next < text.length && next - first < STRETCH_MAX; ) {
    words.push((words.pop() ?? "") + (text[next] ?? ""));
    letters += 1;
    end = next + 1;
    const after = text.charCodeAt(end);
    if (after === mark && text.charCodeAt(end + 1) > SPACE) {
      next = end + 1;
      continue;
    }
    if (after !== SPACE) break;
    // More space than between letters: the next word, if it is spaced as well.
    let gap = end;
    while (text.charCodeAt(gap) === SPACE && gap - end < 6) gap++;
    if (text.charCodeAt(gap + 1) !== mark && !(isEndOfWord(text, gap + 1) && words.length > 1)) break;
    words.push("");
    next = gap;
  }
  if (letters < LETTERS_MIN || !hasLetters(words)) return undefined;
  const reading = words.length > 1 ? words.join(" ") : segment(words[0] ?? "");
  return { start, end, reading };
}

/** Tables and matrices have single digits in a row; leet has letters between them. */
function hasLetters(words: readonly string[]): boolean {
  let letters = 0;
  let all = 0;
  for (const word of words) {
    all += word.length;
    for (let at = 0; at < word.length; at++) if ((word.charCodeAt(at) | 32) >= 97) letters += 1;
  }
  return letters * 4 > all;
}

/** A single letter that has the mark, or a border, before it. */
function isLone(text: string, at: number, mark: number): boolean {
  if (at < 0 || text.charCodeAt(at) <= SPACE) return false;
  const before = at === 0 ? SPACE : text.charCodeAt(at - 1);
  return before === mark || before <= SPACE;
}

function isEndOfWord(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) <= SPACE;
}

function isMark(code: number): boolean {
  return (
    code === SPACE ||
    code === 45 ||
    code === 46 ||
    code === 95 ||
    code === 42 ||
    code === 124 ||
    code === 47 ||
    code === 0xb7
  );
}

export const isSpacingMark = isMark;

const GROUPS_MIN = 6;

/** Letters in groups of one size, whatever the words: `igno real lpre viou`. `at` is the space before a group. */
export function readGrouped(text: string, at: number, size: number): Candidate | undefined {
  let start = at + 1;
  while (start - size - 1 >= 0 && isGroup(text, start - size - 1, size) && at - start < STRETCH_MAX / 4)
    start -= size + 1;
  let end = start;
  let groups = 0;
  let letters = "";
  for (let next = start; next - at < STRETCH_MAX && isGroup(text, next, size); next += size + 1) {
    letters += text.slice(next, next + size);
    groups += 1;
    end = next + size;
  }
  if (groups < GROUPS_MIN) return undefined;
  return { start, end, reading: segment(letters) };
}

function isGroup(text: string, at: number, size: number): boolean {
  if (at + size > text.length) return false;
  for (let i = at; i < at + size; i++) if (!isLetterOrDigit(text.charCodeAt(i))) return false;
  const after = at + size >= text.length ? SPACE : text.charCodeAt(at + size);
  return after === SPACE;
}

export function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

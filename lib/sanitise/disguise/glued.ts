import type { Candidate } from "./candidate.ts";
import { vocabulary } from "./vocabulary.ts";

/**
 * Words that are broken by marks which a page does not show or a reader skips: emphasis, code, tags, a comment, a hyphen, strings
 * that are added up. One is typography; several near each other are a way past a filter.
 */
const BREAK =
  /(?<=[A-Za-z])(?:[*~`]{1,3}|-|<!--[^<>\n]{0,60}-->|(?:<|&lt;)\/?[A-Za-z][^<>&\n]{0,60}>|⟦[^⟧\n]{0,80}⟧|["'] ?[+.] ?["'])(?=[A-Za-z])/g;
/** A quick sign of such a break; a hyphen is in every text. */
const SIGN = /[A-Za-z](?:[*~`⟦]|<|&lt;|["'] ?[+.] ?["']|-[A-Za-z]{1,9}[^A-Za-z][^-\n]{0,24}[A-Za-z]-[A-Za-z])/g;
/** So many have to make English words when they are mended. */
const MENDED_MIN = 3;
const STRETCH = 400;

/** From where a word begins: tried at each of its letters, a long one would cost its square. */
const MENDED = new RegExp(`(?<![A-Za-z])[A-Za-z]+(?:${BREAK.source}[A-Za-z]+)+`, "g");

function countMended(stretch: string): number {
  if (!breaksOften(stretch)) return 0;
  const words = vocabulary();
  return (stretch.match(MENDED) ?? []).filter((broken) => words.has(broken.replace(BREAK, "").toLowerCase())).length;
}

/** Each broken word has a break: fewer of them than words that are asked for, and none has to be mended. */
function breaksOften(stretch: string): boolean {
  BREAK.lastIndex = 0;
  let breaks = 0;
  while (breaks < MENDED_MIN && BREAK.test(stretch)) breaks += 1;
  return breaks >= MENDED_MIN;
}

/** Calls `take` with each stretch in which words are broken several times, as it reads without the breaks. */
export function eachGlued(text: string, take: (candidate: Candidate) => void): void {
  SIGN.lastIndex = 0;
  while (SIGN.test(text)) {
    const at = SIGN.lastIndex;
    const start = Math.max(0, text.lastIndexOf("\n", at - 1) + 1, at - STRETCH / 4);
    const end = Math.min(text.length, start + STRETCH);
    const stretch = text.slice(start, end);
    if (countMended(stretch) >= MENDED_MIN) {
      const glued = stretch.replace(BREAK, "").replace(/[*~`]/g, "");
      take({ start, end, reading: glued.replace(/(?:<|&lt;)\/?[A-Za-z][^<>&\n]{0,60}>/g, "") });
      SIGN.lastIndex = end;
    } else SIGN.lastIndex = Math.max(at, start + STRETCH / 2);
  }
}

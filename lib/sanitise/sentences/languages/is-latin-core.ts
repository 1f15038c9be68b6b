import { foldLetters } from "../../disguise/fold-letters.ts";
import { LATIN_PRIOR } from "./latin.ts";

const PRIOR = new RegExp(
  `(?:^|[^a-z])(?:${LATIN_PRIOR.split("|")
    .map((stem) => foldLetters(stem).text.toLowerCase())
    .map((stem) => (stem.length < 5 ? `${stem}(?![a-z])` : stem))
    .join("|")})`,
);
/** "Do not ignore the instructions" is good advice: a denial before the verb, or behind it. */
const DENIED_BEFORE =
  /(?:^|[^a-z])(?:no|nao|non|ne|nicht|niet|nie|nu|ikke|inte|jangan|khong|dung|huwag|nunca|jamais|mai|sin|sans|senza|ohne|never)\s+(?:\p{L}+\s+)?[\p{L} ]*$|n['\u2019]\p{L}*$/u;
const DENIED_BEHIND = /^\p{L}*\s+(?:sie\s+|du\s+|je\s+|u\s+)?(?:nicht|niet|pas|ikke|inte|mai)(?!\p{L})/u;
const REACH = 40;
const DENIAL_REACH = 24;

/**
 * Whether words of dropping, which end at `dropped`, and of what is dropped, which end at `named`, also say which of it, and are
 * not denied. Offsets are those of the folded text.
 */
export function isLatinCore(text: string, dropped: number, named: number): boolean {
  const around = text
    .slice(Math.max(0, Math.min(dropped, named) - REACH), Math.max(dropped, named) + REACH)
    .toLowerCase();
  if (!PRIOR.test(around)) return false;
  const before = text.slice(Math.max(0, dropped - DENIAL_REACH), dropped).toLowerCase();
  return !DENIED_BEFORE.test(before) && !DENIED_BEHIND.test(text.slice(dropped, dropped + DENIAL_REACH).toLowerCase());
}

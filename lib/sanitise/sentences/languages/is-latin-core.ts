import { foldLetters } from "../../disguise/fold-letters.ts";
import { LATIN_PRIOR } from "./latin.ts";

const PRIOR = new RegExp(
  `(?:^|[^a-z])(?:${LATIN_PRIOR.split("|")
    .map((stem) => foldLetters(stem).text.toLowerCase())
    .map((stem) => (stem.length < 5 ? `${stem}(?![a-z])` : stem))
    .join("|")})`,
);
/** "Do not ignore the instructions" is good advice. */
const DENIED =
  /(?:^|[^a-z])(?:no|nao|non|ne|nicht|niet|nie|nu|ikke|inte|jangan|khong|dung|huwag|nunca|jamais|mai|sin|sans|senza|ohne)\s+(?:\p{L}+\s+)?\p{L}*$/u;
const REACH = 40;

/** Whether words of dropping and of what is dropped, at `[start, end)` of the folded text, also say which of it, undenied. */
export function isLatinCore(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - REACH);
  const around = text.slice(from, end + REACH).toLowerCase();
  return PRIOR.test(around) && !DENIED.test(text.slice(from, start).toLowerCase());
}

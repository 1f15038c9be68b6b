import type { Unit } from "./units.ts";

/** Words that a sentence quotes, between marks that open after a space and close before one or before punctuation. */
const MARKS = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["\u2018", "\u2019"],
  ["\u201a", "\u2018\u2019"],
  ["\u201c", "\u201d"],
  ["\u201e", "\u201c\u201d"],
  ["\u00ab", "\u00bb"],
] as const;
/** A sentence that ends in a quotation ends before the mark that closes it. */
const QUOTED = new RegExp(
  `(?<=^|[\\s(])(?:${MARKS.map(([open, close]) => `${open}[^${close}\\n]{6,200}(?:[${close}](?=$|[\\s.,;:)!?])|$)`).join("|")})`,
  "g",
);
/** Fewer words around a quotation are a name or a key before a value, and no sentence about it. */
const WORDS_AROUND = 4;

/** What a unit says around its quotations; undefined where it quotes nothing, or hardly says anything itself. */
export function withoutQuotations(text: string, { start, end }: Unit): string | undefined {
  const unit = text.slice(start, end);
  const around = unit.replace(QUOTED, " ");
  if (around === unit) return undefined;
  return (around.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_AROUND ? around : undefined;
}

/** Whether `[from, to)` is quoted by the unit around it, which says more than that. */
export function isInQuotation(text: string, unit: Unit, from: number, to: number): boolean {
  if (withoutQuotations(text, unit) === undefined) return false;
  for (const { index, 0: quoted } of text.slice(unit.start, unit.end).matchAll(QUOTED)) {
    const start = unit.start + index;
    if (start < from && to <= start + quoted.length) return true;
  }
  return false;
}

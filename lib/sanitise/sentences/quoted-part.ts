import type { Unit } from "./units.ts";

/** Words that a sentence quotes, between marks that open after a space and close before one or before punctuation. */
const QUOTED =
  /(?<=^|[\s(])(["'\u2018\u201c`])([^"'\u2018\u2019\u201c\u201d`\n]{6,200})["'\u2019\u201d`](?=$|[\s.,;:)!?])/g;
/** Fewer words around a quotation are a name or a key before a value, and no sentence about it. */
const WORDS_AROUND = 4;

/** What a unit says around its quotations; undefined where it quotes nothing, or hardly says anything itself. */
export function withoutQuotations(text: string, { start, end }: Unit): string | undefined {
  const unit = text.slice(start, end);
  const around = unit.replace(QUOTED, " ");
  if (around === unit) return undefined;
  return (around.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_AROUND ? around : undefined;
}

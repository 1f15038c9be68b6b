import { CONTRACT_CODES } from "#lib/registry/drift/change.ts";
import { RULE_TABLE } from "#lib/registry/manifest/rule-table.ts";

const MEANINGS: Readonly<Record<string, { readonly meaning: string } | undefined>> = {
  ...RULE_TABLE,
  ...CONTRACT_CODES,
};

/** A code's sentence. Kept codes outlive this program: of one that is not known here the code itself is all there is. */
export function meaningOf(code: string): string {
  return (Object.hasOwn(MEANINGS, code) ? MEANINGS[code]?.meaning : undefined) ?? code;
}

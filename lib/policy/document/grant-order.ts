import { GRANT_ORDER, type OrderedField } from "#lib/policy/access-level.ts";

export const ORDERED_FIELDS = Object.keys(GRANT_ORDER) as readonly OrderedField[];

/** Where a value stands in its field's order; a word of another version of the schema stands above all. */
export function rankOf(field: OrderedField, value: string): number {
  const order: readonly string[] = GRANT_ORDER[field];
  const rank = order.indexOf(value);
  return rank < 0 ? order.length : rank;
}

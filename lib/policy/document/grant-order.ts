import { type AccessGrant, accessGrantSchema } from "#lib/policy/access-level.ts";

/** Each field's values, from what gives least to what gives most. */
export const GRANT_ORDER = {
  file_system: accessGrantSchema.shape.file_system.unwrap().options,
  network: accessGrantSchema.shape.network.unwrap().options,
  git: accessGrantSchema.shape.git.unwrap().options,
  terminal: accessGrantSchema.shape.terminal.unwrap().options,
  code_execution: accessGrantSchema.shape.code_execution.unwrap().options,
} as const satisfies { [Field in keyof AccessGrant]?: readonly AccessGrant[Field][] };

export type OrderedField = keyof typeof GRANT_ORDER;
export const ORDERED_FIELDS = Object.keys(GRANT_ORDER) as readonly OrderedField[];

/** Where a value stands in its field's order; a word of another version of the schema stands above all. */
export function rankOf(field: OrderedField, value: string): number {
  const order: readonly string[] = GRANT_ORDER[field];
  const rank = order.indexOf(value);
  return rank < 0 ? order.length : rank;
}

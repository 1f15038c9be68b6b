import type { Direction } from "./compare-keyword.ts";
import type { Draft } from "./draft.ts";

/** A place in a schema. */
export interface Spot {
  readonly pointer: string;
  /** False where less could mean more. */
  readonly provable: boolean;
}

/** Compares two schemas at one place; absent is the schema that accepts everything. */
export type Walk = (before: unknown, after: unknown, spot: Spot) => Draft[];

const CODES = {
  narrower: "schema.narrowed",
  wider: "schema.widened",
  reordered: "schema.reordered",
  unproved: "schema.unproved",
} as const;

export function draftOf(direction: Direction, { pointer, provable }: Spot, before: unknown, after: unknown): Draft {
  const proved = provable || direction === "reordered";
  return { code: proved ? CODES[direction] : CODES.unproved, pointer, before, after };
}

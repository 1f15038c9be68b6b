import type { ContractCode } from "./change.ts";

/** A change before it is judged: what happened where. */
export interface Draft {
  readonly code: ContractCode;
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that is really there: a schema may have a property called `constructor`. */
export function memberOf(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function keysOfBoth(left: Record<string, unknown>, right: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
}

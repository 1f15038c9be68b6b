import type { Permissions } from "./manifest.ts";
import type { RuleCode } from "./rule-table.ts";

/** Where something changed, as a JSON Pointer into the tool's entry. */
export interface Place {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** One code and how it is found. Rules are independent of each other, so that each can be shown to be needed. */
export interface Rule {
  readonly code: RuleCode;
  find(before: Permissions, after: Permissions): Place[];
}

/** A rule about one field that holds or does not: one place, or none. */
export function fieldRule<Value>(
  code: RuleCode,
  pointer: string,
  get: (permissions: Permissions) => Value,
  holds: (before: Value, after: Value) => boolean,
): Rule {
  return {
    code,
    find(beforeAll, afterAll) {
      const [before, after] = [get(beforeAll), get(afterAll)];
      return holds(before, after) ? [{ pointer, before, after }] : [];
    },
  };
}

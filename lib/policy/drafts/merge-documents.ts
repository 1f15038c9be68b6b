import { escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";

/** What two people wrote from the same text, put together. */
export interface Merged {
  readonly merged: unknown;
  /** Where both changed the same thing to something else, as JSON Pointers; the second of them holds there. */
  readonly clashes: readonly string[];
}

/**
 * Carries the changes that lead from `base` to `mine` over to `theirs`. Objects are merged key by key; anything else, lists
 * too, is taken whole from whoever changed it. Nothing here decides: the result is read and proposed by a person.
 */
export function mergeDocuments(base: unknown, theirs: unknown, mine: unknown, at = ""): Merged {
  if (isSameJson(mine, base) || isSameJson(mine, theirs)) return { merged: theirs, clashes: [] };
  if (isSameJson(theirs, base)) return { merged: mine, clashes: [] };
  if (!isObject(theirs) || !isObject(mine)) return { merged: mine, clashes: [at] };
  const was = isObject(base) ? base : {};
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((key) => ({
    key,
    ...mergeDocuments(ownValue(was, key), ownValue(theirs, key), ownValue(mine, key), `${at}/${escapePointer(key)}`),
  }));
  return {
    merged: Object.fromEntries(parts.flatMap(({ key, merged }) => (merged === undefined ? [] : [[key, merged]]))),
    clashes: parts.flatMap(({ clashes }) => clashes),
  };
}

function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

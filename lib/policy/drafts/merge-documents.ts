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
  if (isSame(mine, base) || isSame(mine, theirs)) return { merged: theirs, clashes: [] };
  if (isSame(theirs, base)) return { merged: mine, clashes: [] };
  if (!isObject(theirs) || !isObject(mine)) return { merged: mine, clashes: [at] };
  const was = isObject(base) ? base : {};
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((key) => ({
    key,
    ...mergeDocuments(ownValue(was, key), ownValue(theirs, key), ownValue(mine, key), `${at}/${pointerPart(key)}`),
  }));
  return {
    merged: Object.fromEntries(parts.flatMap(({ key, merged }) => (merged === undefined ? [] : [[key, merged]]))),
    clashes: parts.flatMap(({ clashes }) => clashes),
  };
}

function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

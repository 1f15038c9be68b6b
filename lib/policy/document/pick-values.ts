import type { PolicyPath } from "./policy-problem.ts";

/** A value found in a document, and where. `at` ends in the key or index that it stands under. */
export interface Picked {
  readonly at: PolicyPath;
  readonly value: unknown;
}

/**
 * Everything at `pattern`, where `*` is any key or index, and whatever does not have that shape is passed over. Checks look at a
 * document this way, and not as its type: one wrong line must not hide what is wrong with all the others.
 */
export function pickValues(document: unknown, ...pattern: readonly string[]): Picked[] {
  let found: Picked[] = [{ at: [], value: document }];
  for (const segment of pattern) {
    found = found.flatMap(({ at, value }) =>
      entriesOf(value)
        .filter(([key]) => segment === "*" || String(key) === segment)
        .map(([key, below]) => ({ at: [...at, key], value: below })),
    );
  }
  return found;
}

/** The same, of texts alone. */
export function pickTexts(document: unknown, ...pattern: readonly string[]): { at: PolicyPath; text: string }[] {
  return pickValues(document, ...pattern).flatMap(({ at, value }) =>
    typeof value === "string" ? [{ at, text: value }] : [],
  );
}

/** What is in a list or under keys; nothing of anything else. */
export function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

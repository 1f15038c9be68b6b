import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { compareValues } from "./compare-texts.ts";
import type { Draft } from "./draft.ts";
import { draftOf, type Spot } from "./schema-spot.ts";

export function compareDefaults(before: unknown, after: unknown, { pointer }: Spot): Draft[] {
  const urls = compareValues(before, after, pointer).filter(({ code }) => code === "text.url.added");
  if (after === undefined) return [{ code: "schema.default.removed", pointer, before }];
  return [{ code: "schema.default.added", pointer, before, after }, ...urls];
}

/** `enum` and `const`: a value that was not offered is text that a model reads and may send. */
export function compareFixed(keyword: "enum" | "const", before: unknown, after: unknown, spot: Spot): Draft[] {
  if (after === undefined) return [draftOf("wider", spot, before, after)];
  const list = (value: unknown): unknown[] => (keyword === "const" ? [value] : Array.isArray(value) ? value : [value]);
  const known = before === undefined ? [] : list(before);
  const offered = new Set(known.map((value) => canonicalJson(value)));
  const added = list(after).filter((value) => !offered.has(canonicalJson(value)));
  if (added.length === 0) {
    const fewer = list(after).length < known.length;
    return [draftOf(fewer ? "narrower" : "reordered", spot, before, after)];
  }
  const urls = compareValues(known, list(after), spot.pointer).filter(({ code }) => code === "text.url.added");
  return [
    ...added.map((value): Draft => ({ code: "schema.enum.added", pointer: spot.pointer, after: value })),
    ...urls,
  ];
}

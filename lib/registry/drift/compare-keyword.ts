import { isSameJson } from "#lib/registry/same-json.ts";

/**
 * Which way one keyword of a JSON Schema moved, where the keyword stands by itself: each of them only ever takes values
 * away, so a tighter one accepts less whatever stands beside it. What is not listed here is unproved.
 */
export type Direction = "narrower" | "wider" | "reordered" | "unproved";

const UPPER_BOUNDS = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);
const LOWER_BOUNDS = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);

export function compareKeyword(keyword: string, before: unknown, after: unknown): Direction {
  if (UPPER_BOUNDS.has(keyword)) return compareBounds(before, after, (old, current) => current < old);
  if (LOWER_BOUNDS.has(keyword)) return compareBounds(before, after, (old, current) => current > old);
  switch (keyword) {
    case "type":
      return compareTypes(before, after);
    case "pattern":
    case "format":
      if (typeof (before ?? after) !== "string") return "unproved";
      return before === undefined ? "narrower" : after === undefined ? "wider" : "unproved";
    case "multipleOf":
      return compareBounds(before, after, (old, current) => areWhole(old, current) && current % old === 0);
    case "uniqueItems":
      if (![before, after].every((value) => value === undefined || typeof value === "boolean")) return "unproved";
      return after === true ? "narrower" : before === true ? "wider" : "reordered";
    default:
      return "unproved";
  }
}

/** A bound that was not there bounds nothing; one that is no number is another dialect's. */
function compareBounds(
  before: unknown,
  after: unknown,
  isTighter: (old: number, current: number) => boolean,
): Direction {
  if (before === undefined && typeof after === "number") return "narrower";
  if (typeof before !== "number") return "unproved";
  if (after === undefined) return "wider";
  if (typeof after !== "number") return "unproved";
  return isTighter(before, after) ? "narrower" : "wider";
}

function areWhole(...numbers: number[]): boolean {
  return numbers.every((number) => Number.isSafeInteger(number) && number > 0);
}

function compareTypes(before: unknown, after: unknown): Direction {
  const [old, current] = [typeNames(before), typeNames(after)];
  if (before === undefined && current) return "narrower";
  if (after === undefined && old) return "wider";
  if (!old || !current) return "unproved";
  const includes = (outer: readonly string[], type: string): boolean =>
    outer.includes(type) || (type === "integer" && outer.includes("number"));
  if (isSameJson([...new Set(old)].sort(), [...new Set(current)].sort())) return "reordered";
  return current.every((type) => includes(old, type)) ? "narrower" : "wider";
}

function typeNames(value: unknown): string[] | undefined {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  return names.every((name) => typeof name === "string") ? names : undefined;
}

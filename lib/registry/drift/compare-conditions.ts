import { escapePointer } from "#lib/registry/canonical-json.ts";
import { compareMember } from "./compare-properties.ts";
import { type Draft, isRecord, keysOfBoth, memberOf } from "./draft.ts";
import { draftOf, type Spot, type Walk } from "./schema-spot.ts";

/** Schemas inside a schema that do not simply narrow as the whole does: alternatives, conditions, definitions. */

/** Where such a keyword is absent it says nothing, which is not what it says about everything. */
export function compareTurned(before: unknown, after: unknown, spot: Spot, walk: Walk): Draft[] {
  const drafts = walk(before, after, spot);
  if (before !== undefined && after !== undefined) return drafts;
  return [draftOf("unproved", spot, before, after), ...drafts.filter(isSaid)];
}

/** A new name in a map may be referred to, a missing one no longer is: neither proves anything. */
export function compareMaps(keyword: string, before: unknown, after: unknown, spot: Spot, walk: Walk): Draft[] {
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return keysOfBoth(old, current).flatMap((key) => {
    const inside: Spot = { ...spot, pointer: `${spot.pointer}/${escapePointer(key)}` };
    const [was, is] = [memberOf(old, key), memberOf(current, key)];
    // Members of an object, by a pattern of their names.
    const compare: Walk = keyword === "patternProperties" ? (...given) => compareMember(...given, walk) : walk;
    if (was !== undefined && is !== undefined) return compare(was, is, inside);
    return [draftOf("unproved", inside, was, is), ...compare(was, is, { ...inside, provable: false }).filter(isSaid)];
  });
}

/** What moves the verdict only through the place it stands in. All else counts by itself, even where that place is new. */
const BY_PLACE: ReadonlySet<Draft["code"]> = new Set([
  "schema.narrowed",
  "schema.reordered",
  "schema.widened",
  "schema.unproved",
  "schema.property.removed",
  "schema.property.dropped",
  "schema.required.removed",
  "schema.default.removed",
]);

function isSaid({ code }: Draft): boolean {
  return !BY_PLACE.has(code);
}

export function compareLists(keyword: string, before: unknown, after: unknown, spot: Spot, walk: Walk): Draft[] {
  const [old, current] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(current)) return [draftOf("unproved", spot, before, after)];
  const provable = spot.provable && keyword !== "oneOf";
  const members = Array.from({ length: Math.max(old.length, current.length) }, (_, index): Draft[] => {
    const inside: Spot = { pointer: `${spot.pointer}/${index}`, provable };
    if (index < old.length && index < current.length) return walk(old[index], current[index], inside);
    if (keyword === "allOf" && index >= old.length) return addCondition(current[index], inside, walk);
    // One alternative less takes values away, unless it was the last.
    const fewer = keyword === "anyOf" && index >= current.length && current.length > 0;
    const said = walk(old[index], current[index], { ...inside, provable: false }).filter(isSaid);
    return [draftOf(fewer ? "narrower" : "unproved", inside, old[index], current[index]), ...said];
  });
  return members.flat();
}

/** Keywords that, where there was none of the kind, are one more condition on the whole. */
export function isCondition(keyword: string, value: unknown): boolean {
  return keyword === "not" || (["allOf", "anyOf", "oneOf"].includes(keyword) && Array.isArray(value));
}

/**
 * One more condition takes values away, whatever it says. But what it says is read and obeyed: that counts by itself, and
 * where it cannot be seen (a reference, a keyword nobody knows) nothing is a mere narrowing.
 */
export function addCondition(condition: unknown, spot: Spot, walk: Walk): Draft[] {
  const drafts = Array.isArray(condition)
    ? condition.flatMap((member, index) => walk(true, member, { ...spot, pointer: `${spot.pointer}/${index}` }))
    : walk(true, condition, spot);
  const unseen = drafts.some(({ code }) => code === "schema.unproved" || code === "schema.widened");
  return [draftOf(unseen ? "unproved" : "narrower", spot, undefined, condition), ...drafts.filter(isSaid)];
}

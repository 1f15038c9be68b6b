import { escapePointer } from "#lib/registry/canonical-json.ts";
import { looks } from "./compare-texts.ts";
import { type Draft, isRecord, keysOfBoth, memberOf } from "./draft.ts";
import { acceptsFreeText } from "./free-text.ts";
import { draftOf, type Spot, type Walk } from "./schema-spot.ts";

/** The members of an object: a parameter that is new is judged by what it could carry. */
export function compareProperties(
  before: unknown,
  after: unknown,
  spot: Spot,
  siblings: Readonly<Record<string, unknown>>,
  walk: Walk,
): Draft[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) return [draftOf("unproved", spot, before, after)];
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const known = new Map(Object.keys(old).map((name) => [looks(name), name]));
  return keysOfBoth(old, current).flatMap((name) => {
    const inside: Spot = { ...spot, pointer: `${spot.pointer}/${escapePointer(name)}` };
    const [was, is] = [memberOf(old, name), memberOf(current, name)];
    if (was === undefined) {
      const twin = known.get(looks(name));
      const lookalike: Draft[] =
        twin === undefined ? [] : [{ code: "name.confusable", pointer: inside.pointer, before: twin, after: name }];
      return [...describeNew(name, is, inside, walk), ...lookalike];
    }
    if (is === undefined) return [describeGone(was, inside, siblings)];
    return compareMember(was, is, inside, walk);
  });
}

/** One member before and after; absent before, it is new. */
export function compareMember(before: unknown, after: unknown, spot: Spot, walk: Walk): Draft[] {
  const opened = (before === undefined || !acceptsFreeText(before)) && after !== undefined && acceptsFreeText(after);
  const drafts = walk(before, after, spot);
  return opened ? [...drafts, { code: "schema.property.free_text", pointer: spot.pointer, after }] : drafts;
}

const OF_LIMITS: ReadonlySet<Draft["code"]> = new Set([
  "schema.narrowed",
  "schema.reordered",
  "schema.argument.declared",
]);

function describeNew(name: string, schema: unknown, spot: Spot, walk: Walk): Draft[] {
  const code = acceptsFreeText(schema) ? "schema.property.free_text" : "schema.property.added";
  // Its limits are no narrowing of anything: there was nothing to narrow, and nothing that the gate judged.
  const inside = walk(true, schema, spot).filter(({ code: within }) => !OF_LIMITS.has(within));
  return [{ code, pointer: spot.pointer, after: name }, ...inside];
}

/** Refused from now on, if the object takes nothing that is not described; else it takes anything there. */
function describeGone(schema: unknown, spot: Spot, siblings: Readonly<Record<string, unknown>>): Draft {
  const refused = spot.provable && siblings.additionalProperties === false && siblings.patternProperties === undefined;
  const code = refused ? "schema.property.dropped" : "schema.property.removed";
  return { code, pointer: spot.pointer, before: schema };
}

export function compareRequired(before: unknown, after: unknown, spot: Spot): Draft[] {
  const [old, current] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(current)) return [draftOf("unproved", spot, before, after)];
  const { pointer } = spot;
  const [were, are] = [new Set<unknown>(old), new Set<unknown>(current)];
  const added = current.filter((name) => !were.has(name));
  const removed = old.filter((name) => !are.has(name));
  if (added.length === 0 && removed.length === 0) return [draftOf("reordered", spot, before, after)];
  return [
    ...added.map((name): Draft => ({ code: "schema.property.required", pointer, after: name })),
    ...removed.map((name): Draft => ({ code: "schema.required.removed", pointer, before: name })),
    // Under a negation, to require more is to accept more.
    ...(spot.provable ? [] : [draftOf("unproved", spot, before, after)]),
  ];
}

/** What is required once something else is there: names, or (in older drafts) a whole schema. */
export function compareDependencies(before: unknown, after: unknown, spot: Spot, walk: Walk): Draft[] {
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return keysOfBoth(old, current).flatMap((key) => {
    const inside: Spot = { pointer: `${spot.pointer}/${escapePointer(key)}`, provable: false };
    const [was, is] = [memberOf(old, key), memberOf(current, key)];
    const areNames = [was, is].every((value) => value === undefined || Array.isArray(value));
    return areNames
      ? compareRequired(was, is, inside)
      : [draftOf("unproved", inside, was, is), ...walk(was, is, inside)];
  });
}

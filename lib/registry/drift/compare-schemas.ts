import { canonicalJson, escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { compareKeyword } from "./compare-keyword.ts";
import { compareProperties, compareRequired } from "./compare-properties.ts";
import { compareTexts, compareValues } from "./compare-texts.ts";
import { type Draft, isRecord, keysOfBoth, memberOf } from "./draft.ts";
import { draftOf, type Spot } from "./schema-spot.ts";

/**
 * What changed between two JSON Schemas, keyword by keyword, and which way. A keyword is taken for narrower only where
 * that is proved: everything unknown, everything under a negation, and everything that a reference could reach from
 * under one counts as wider.
 */
export function compareSchemas(before: unknown, after: unknown, pointer: string): Draft[] {
  return walk(before, after, { pointer, provable: isProvable(before) && isProvable(after) });
}

/** Two schemas at one place; absent is the schema that accepts everything. */
function walk(before: unknown, after: unknown, spot: Spot): Draft[] {
  if (isSameJson(before, after)) return [];
  const [old, current] = [before ?? true, after ?? true];
  // `false` accepts nothing: to become it is to narrow, to have been it is to widen.
  if (current === false) return [draftOf("narrower", spot, before, after)];
  if (old === false) return [draftOf("wider", spot, before, after), ...walk(true, current, spot)];
  const [oldKeywords, keywords] = [old === true ? {} : old, current === true ? {} : current];
  if (!isRecord(oldKeywords) || !isRecord(keywords)) return [draftOf("unproved", spot, before, after)];
  const drafts = keysOfBoth(oldKeywords, keywords).flatMap((keyword) => {
    const [was, is] = [memberOf(oldKeywords, keyword), memberOf(keywords, keyword)];
    if (isSameJson(was, is)) return [];
    const inside: Spot = { ...spot, pointer: `${spot.pointer}/${escapePointer(keyword)}` };
    if (keyword === "properties") return compareProperties(was, is, inside, keywords, walk);
    return compareMember(keyword, was, is, inside);
  });
  // `true` and `{}` are written differently and mean the same.
  return drafts.length > 0 ? drafts : [draftOf("reordered", spot, before, after)];
}

const TEXTS = new Set(["title", "description", "$comment"]);
/** One schema, which narrows as the whole does. */
const WITHIN = new Set(["additionalProperties", "items", "additionalItems", "propertyNames"]);
/** Schemas whose narrowing widens the whole, or leaves open which way it goes. */
const TURNED = new Set(["not", "if", "then", "else", "contains", "unevaluatedProperties", "unevaluatedItems"]);
/** Maps of schemas. */
const MAPS = new Set(["$defs", "definitions", "patternProperties", "dependentSchemas"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

function compareMember(keyword: string, before: unknown, after: unknown, spot: Spot): Draft[] {
  if (TEXTS.has(keyword) && [before, after].every((value) => value === undefined || typeof value === "string")) {
    return compareTexts(before as string | undefined, after as string | undefined, spot.pointer);
  }
  if (keyword === "examples") return compareValues(before, after, spot.pointer);
  if (keyword === "default") return compareDefaults(before, after, spot);
  if (keyword === "enum" || keyword === "const") return compareFixed(keyword, before, after, spot);
  if (keyword === "required") return compareRequired(before, after, spot);
  if (WITHIN.has(keyword) && !Array.isArray(before) && !Array.isArray(after)) return walk(before, after, spot);
  if (keyword === "not" && before === undefined) return addCondition(after, spot);
  if (TURNED.has(keyword)) return compareTurned(before, after, { ...spot, provable: false });
  if (MAPS.has(keyword) && isRecord(before ?? {}) && isRecord(after ?? {})) return compareMaps(before, after, spot);
  if (LISTS.has(keyword) || keyword === "items") return compareLists(keyword, before, after, spot);
  const direction = compareKeyword(keyword, before, after);
  const texts = direction === "unproved" ? compareValues(before, after, spot.pointer) : [];
  return [draftOf(direction, spot, before, after), ...texts.filter(({ code }) => code === "text.url.added")];
}

/** Where such a keyword is absent it says nothing, which is not what it says about everything. */
function compareTurned(before: unknown, after: unknown, spot: Spot): Draft[] {
  const drafts = walk(before, after, spot);
  if (before !== undefined && after !== undefined) return drafts;
  return [draftOf("unproved", spot, before, after), ...drafts.filter(isSaid)];
}

function compareDefaults(before: unknown, after: unknown, { pointer }: Spot): Draft[] {
  const urls = compareValues(before, after, pointer).filter(({ code }) => code === "text.url.added");
  if (after === undefined) return [{ code: "schema.default.removed", pointer, before }];
  return [{ code: "schema.default.added", pointer, before, after }, ...urls];
}

/** `enum` and `const`: a value that was not offered is text that a model reads and may send. */
function compareFixed(keyword: "enum" | "const", before: unknown, after: unknown, spot: Spot): Draft[] {
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

/** A new name in a map may be referred to, a missing one no longer is: neither proves anything. */
function compareMaps(before: unknown, after: unknown, spot: Spot): Draft[] {
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return keysOfBoth(old, current).flatMap((key) => {
    const inside: Spot = { ...spot, pointer: `${spot.pointer}/${escapePointer(key)}` };
    const [was, is] = [memberOf(old, key), memberOf(current, key)];
    if (was !== undefined && is !== undefined) return walk(was, is, inside);
    return [draftOf("unproved", inside, was, is), ...walk(was, is, { ...inside, provable: false }).filter(isSaid)];
  });
}

/** What counts by itself, even where the place it stands in is new. */
function isSaid({ code }: Draft): boolean {
  return !code.startsWith("schema.") || code === "schema.enum.added" || code === "schema.default.added";
}

function compareLists(keyword: string, before: unknown, after: unknown, spot: Spot): Draft[] {
  const [old, current] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(current)) return [draftOf("unproved", spot, before, after)];
  if (before === undefined && CONDITIONS.has(keyword)) return addCondition(after, spot);
  const provable = spot.provable && keyword !== "oneOf";
  const members = Array.from({ length: Math.max(old.length, current.length) }, (_, index): Draft[] => {
    const inside: Spot = { pointer: `${spot.pointer}/${index}`, provable };
    if (index < old.length && index < current.length) return walk(old[index], current[index], inside);
    // One more condition that all values must meet takes values away; one less alternative too.
    const fewer = (keyword === "allOf" && index >= old.length) || (keyword === "anyOf" && index >= current.length);
    const direction = fewer && !(keyword === "anyOf" && current.length === 0) ? "narrower" : "unproved";
    const said = walk(old[index], current[index], { ...inside, provable: false }).filter(isSaid);
    return [draftOf(direction, inside, old[index], current[index]), ...said];
  });
  return members.flat();
}

/** One more condition on the whole takes values away, whatever it says. */
const CONDITIONS = new Set(["allOf", "anyOf", "oneOf"]);

function addCondition(condition: unknown, spot: Spot): Draft[] {
  const members: unknown[] = Array.isArray(condition) ? condition : [condition];
  const said = members.flatMap((member) => walk(true, member, { ...spot, provable: false }).filter(isSaid));
  return [draftOf("narrower", spot, undefined, condition), ...said];
}

const REFERENCES = new Set(["$ref"]);
const NEGATIONS = new Set(["not", "if", "oneOf", "contains", "dependentSchemas"]);
/** These look at what other keywords did, so a keyword no longer stands by itself. */
const ENTANGLED = new Set(["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef"]);

/** A part that is referred to may stand under a negation elsewhere; then nothing in the schema is proved. */
function isProvable(schema: unknown): boolean {
  const found = new Set<string>();
  collectKeys(schema, found);
  const has = (keywords: ReadonlySet<string>): boolean => [...keywords].some((keyword) => found.has(keyword));
  return !has(ENTANGLED) && !(has(REFERENCES) && has(NEGATIONS));
}

function collectKeys(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) found.add(key);
  for (const child of Object.values(value)) collectKeys(child, found);
}

import { isGateFormat } from "#lib/policy/gate/schema-annotations.ts";
import { escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { asResult } from "./as-result.ts";
import { addCondition, compareLists, compareMaps, compareTurned, isCondition } from "./compare-conditions.ts";
import { compareDefaults, compareFixed } from "./compare-fixed.ts";
import { compareKeyword } from "./compare-keyword.ts";
import { compareDependencies, compareProperties, compareRequired } from "./compare-properties.ts";
import { compareTexts, compareValues } from "./compare-texts.ts";
import { type Draft, isRecord, keysOfBoth, memberOf } from "./draft.ts";
import { findNewWords } from "./find-new-words.ts";
import { draftOf, type Spot } from "./schema-spot.ts";
import { FORMATS } from "./schema-words.ts";

/**
 * What changed between two JSON Schemas, keyword by keyword, and which way. A keyword is taken for narrower only where
 * that is proved: everything unknown, everything under a negation, and everything that a reference could reach from
 * under one counts as wider. A model reads a schema as well, so a word in it that is new is never a mere narrowing.
 * `side`: whether an agent hands over what the schema describes, or gets it.
 */
export function compareSchemas(
  before: unknown,
  after: unknown,
  pointer: string,
  side: "input" | "output" = "input",
): Draft[] {
  const found = walk(before, after, { pointer, provable: isProvable(before) && isProvable(after) });
  const drafts = side === "output" ? asResult(found) : found;
  return [...drafts, ...findNewWords(before, after, pointer, drafts)];
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
const TURNED = new Set([
  ...["not", "if", "then", "else", "contains", "contentSchema"],
  ...["unevaluatedProperties", "unevaluatedItems"],
]);
/** Maps of schemas. */
const MAPS = new Set(["$defs", "definitions", "patternProperties", "dependentSchemas"]);
const DEPENDENCIES = new Set(["dependentRequired", "dependencies"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

function compareMember(keyword: string, before: unknown, after: unknown, spot: Spot): Draft[] {
  if (TEXTS.has(keyword) && [before, after].every((value) => value === undefined || typeof value === "string")) {
    return compareTexts(before as string | undefined, after as string | undefined, spot.pointer);
  }
  if (keyword === "examples") return compareValues(before, after, spot.pointer);
  if (keyword === "default") return compareDefaults(before, after, spot);
  if (keyword === "enum" || keyword === "const") return compareFixed(keyword, before, after, spot);
  if (keyword === "required") return compareRequired(before, after, spot);
  if (DEPENDENCIES.has(keyword) && isRecord(before ?? {}) && isRecord(after ?? {})) {
    return compareDependencies(before, after, spot, walk);
  }
  if (WITHIN.has(keyword) && !Array.isArray(before) && !Array.isArray(after)) return walk(before, after, spot);
  if (before === undefined && isCondition(keyword, after)) return addCondition(after, spot, walk);
  if (TURNED.has(keyword)) return compareTurned(before, after, { ...spot, provable: false }, walk);
  if (MAPS.has(keyword) && isRecord(before ?? {}) && isRecord(after ?? {})) {
    return compareMaps(keyword, before, after, spot, walk);
  }
  if (LISTS.has(keyword) || keyword === "items") return compareLists(keyword, before, after, spot, walk);
  return compareAlone(keyword, before, after, spot);
}

/** A keyword that stands by itself, and what a model reads in it. */
function compareAlone(keyword: string, before: unknown, after: unknown, spot: Spot): Draft[] {
  const direction = compareKeyword(keyword, before, after);
  const { pointer } = spot;
  if (keyword === "minProperties" && direction === "narrower" && spot.provable) {
    return [{ code: "schema.count.raised", pointer, before, after }];
  }
  // It takes values away, and takes the gate's own look with them: `urn:../x` is an address of nobody.
  const isDeclared = keyword === "format" && direction === "narrower" && spot.provable && isGateFormat(after);
  const drafts: Draft[] = [
    isDeclared ? { code: "schema.argument.declared", pointer, before, after } : draftOf(direction, spot, before, after),
  ];
  if (isFreelyWorded(keyword, after)) return [...drafts, ...compareValues(before, after, pointer)];
  if (direction !== "unproved") return drafts;
  return [...drafts, ...compareValues(before, after, pointer).filter(({ code }) => code === "text.url.added")];
}

/** A pattern, or a format that is none of JSON Schema's: it takes values away, and says whatever its author likes. */
function isFreelyWorded(keyword: string, after: unknown): boolean {
  if (typeof after !== "string") return false;
  return keyword === "pattern" || (keyword === "format" && !FORMATS.has(after));
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

import { modelText, modelValue, TEXT_MAX } from "./model-text.ts";

type Schema = Record<string, unknown>;

/** Keywords whose members, items or value are schemas. */
const OF_MEMBERS = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);
const OF_ITEMS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const OF_VALUE = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contains",
  "contentSchema",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
]);

/** Notes between authors, words to our gate, and an order to copy an argument into a header where every proxy on the way logs it. */
const NOT_FOR_MODELS = new Set(["$comment", "x-airlock", "x-mcp-header"]);
const EXAMPLES_MAX = 5;

/**
 * A schema as a model reads it: titles, descriptions and examples are treated as the tool's own description is, at every depth.
 * What decides whether an input fits (types, names, enumerations, patterns, defaults) stays as it was reviewed.
 */
export function modelSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(modelSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema as Schema).flatMap(([keyword, value]) =>
      NOT_FOR_MODELS.has(keyword) ? [] : [[keyword, treat(keyword, value)]],
    ),
  );
}

function treat(keyword: string, value: unknown): unknown {
  if (typeof value === "string" && keyword === "title") return modelText(value, TEXT_MAX.title);
  if (typeof value === "string" && keyword === "description") return modelText(value, TEXT_MAX.nested);
  if (keyword === "examples" && Array.isArray(value)) return value.slice(0, EXAMPLES_MAX).map(modelValue);
  if (OF_VALUE.has(keyword) || OF_ITEMS.has(keyword)) return modelSchema(value);
  if (OF_MEMBERS.has(keyword) && typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, modelSchema(member)]));
  }
  return value;
}

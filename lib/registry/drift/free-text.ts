import { isRecord } from "./draft.ts";

/**
 * Strings of these formats, which we check, cannot carry what a model was talked into saying. An e-mail address, a URL and
 * the zone of an IPv6 address can.
 */
const CLOSED_FORMATS = new Set(["date", "date-time", "uuid", "ipv4"]);
const NO_TEXT_TYPES = new Set(["number", "integer", "boolean", "null"]);
const BRANCHES = ["anyOf", "oneOf", "allOf"] as const;

/**
 * Whether a value of this schema can hold text of the caller's choosing, at any depth: that is how data leaves. It is not
 * followed through references and says yes where it cannot tell.
 */
export function acceptsFreeText(schema: unknown): boolean {
  if (schema === false) return false;
  if (!isRecord(schema)) return true;
  if ("const" in schema || Array.isArray(schema.enum)) return false;
  if (typeof schema.format === "string" && CLOSED_FORMATS.has(schema.format) && schema.type === "string") return false;
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? schema.type : [];
  if (types.length === 0) {
    const branches = BRANCHES.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
    return branches.length === 0 || branches.some(acceptsFreeText);
  }
  return types.some((type) => typeAcceptsText(type, schema));
}

function typeAcceptsText(type: unknown, schema: Record<string, unknown>): boolean {
  if (typeof type === "string" && NO_TEXT_TYPES.has(type)) return false;
  if (type === "array")
    return acceptsFreeText(schema.items ?? true) || listOf(schema.prefixItems).some(acceptsFreeText);
  if (type === "object") {
    const open = acceptsFreeText(schema.additionalProperties ?? true);
    return open || [schema.properties, schema.patternProperties].some((map) => valuesOf(map).some(acceptsFreeText));
  }
  return true;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function valuesOf(value: unknown): unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}

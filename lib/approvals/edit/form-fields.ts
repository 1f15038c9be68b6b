/**
 * A typed form for an input, made from its schema and from what is in it. Whatever kind a value has, it keeps: a number is written as
 * JSON writes it, a choice is one of the schema's own values, and what has no field of its own is edited as JSON text. What is
 * typed becomes the text of one JSON document; no value passes through another type on the way.
 */
export type FieldKind = "text" | "number" | "integer" | "boolean" | "choice" | "json";

export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** The schema lets it be null. */
  readonly nullable: boolean;
  /** JSON texts of the values, for a choice. */
  readonly choices: readonly string[];
  /** The tool author's words. */
  readonly description: string | null;
  readonly start: FieldState;
}

/** What stands in a field: nothing at all, null, or a text that its kind reads. */
export type FieldState =
  | { readonly given: "absent" }
  | { readonly given: "null" }
  | { readonly given: "value"; readonly text: string };

/** Null when the input is not an object that can be read. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>, input: string): FormField[] | null {
  const values = readObject(input);
  if (!values) return null;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  // The input's own members first, in its order; then what the schema would take beside them.
  const names = new Set([...Object.keys(values), ...Object.keys(properties)]);
  return [...names].map((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const property = Object.hasOwn(properties, name) && isObject(properties[name]) ? properties[name] : {};
    return fieldOf(name, property, value, required.includes(name));
  });
}

function fieldOf(name: string, schema: Record<string, unknown>, value: unknown, required: boolean): FormField {
  const { types, choices } = shapeOf(schema);
  const nullable = types.includes("null") || choices.includes("null");
  const options = choices.filter((choice) => choice !== "null");
  const kind = kindOf(types, options, value);
  const { description } = schema;
  return {
    name,
    kind,
    required,
    nullable,
    choices: kind === "choice" ? options : [],
    description: typeof description === "string" && description !== "" ? description : null,
    start: startOf(kind, value),
  };
}

/** The types that a property may have and its listed values; of a union only what its parts say plainly. */
function shapeOf(schema: Record<string, unknown>): { types: readonly string[]; choices: readonly string[] } {
  const { type, enum: listed, const: fixed, anyOf, oneOf } = schema;
  const parts = [anyOf, oneOf].find(Array.isArray);
  if (parts) {
    const shapes = parts.filter(isObject).map(shapeOf);
    return {
      types: shapes.flatMap(({ types }) => types),
      // A union of a list and something else is no list.
      choices: shapes.every(({ types, choices }) => choices.length > 0 || isOnlyNull(types))
        ? shapes.flatMap(({ types, choices }) => (choices.length > 0 ? choices : isOnlyNull(types) ? ["null"] : []))
        : [],
    };
  }
  const types = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string");
  const values = Array.isArray(listed) ? listed : "const" in schema ? [fixed] : [];
  return { types, choices: values.map((one) => JSON.stringify(one)) };
}

function isOnlyNull(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === "null");
}

const PLAIN: Readonly<Record<string, FieldKind>> = {
  string: "text",
  number: "number",
  integer: "integer",
  boolean: "boolean",
};

function kindOf(types: readonly string[], options: readonly string[], value: unknown): FieldKind {
  const kind = options.length > 0 ? "choice" : kindOfTypes(types, value);
  // A value that its own field could not hold is shown as what it is.
  return value === undefined || value === null || fits(kind, options, value) ? kind : "json";
}

function kindOfTypes(types: readonly string[], value: unknown): FieldKind {
  const plain = [...new Set(types.filter((type) => type !== "null"))];
  if (plain.length === 1) return PLAIN[plain[0] ?? ""] ?? "json";
  // Where the schema says nothing, what is there says it: text stays text.
  return plain.length === 0 && typeof value === "string" ? "text" : "json";
}

function fits(kind: FieldKind, options: readonly string[], value: unknown): boolean {
  if (kind === "choice") return options.includes(JSON.stringify(value));
  if (kind === "text") return typeof value === "string";
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "integer") return Number.isSafeInteger(value);
  return kind === "json" || typeof value === "number";
}

function startOf(kind: FieldKind, value: unknown): FieldState {
  if (value === undefined) return { given: "absent" };
  if (value === null) return { given: "null" };
  if (kind === "text") return { given: "value", text: String(value) };
  return { given: "value", text: JSON.stringify(value, null, kind === "json" ? 2 : undefined) };
}

function readObject(input: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An input schema as a form: one field a property, typed where a browser has a control for it, JSON where it has none. */
export interface FormField {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "choice" | "json";
  readonly required: boolean;
  readonly description: string | null;
  /** For a choice: the values as JSON, so that `1` and `"1"` are two. */
  readonly choices: readonly string[];
}

const FIELDS_MOST = 60;

/** Undefined when the schema is no plain object of properties: then JSON is the only way to write an input. */
export function formFields(schema: Readonly<Record<string, unknown>>): readonly FormField[] | undefined {
  const { properties, required } = schema;
  if (!isObject(properties)) return undefined;
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > FIELDS_MOST) return undefined;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = names.map((name) => fieldOf(name, properties[name], needed.has(name)));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function fieldOf(name: string, value: unknown, required: boolean): FormField {
  const schema = isObject(value) ? value : {};
  const description = typeof schema.description === "string" ? schema.description : null;
  const fixed = Array.isArray(schema.enum) ? schema.enum : undefined;
  if (fixed && fixed.length > 0 && fixed.length <= 100) {
    return { name, kind: "choice", required, description, choices: fixed.map((choice) => JSON.stringify(choice)) };
  }
  const kind =
    schema.type === "string"
      ? "text"
      : schema.type === "number" || schema.type === "integer"
        ? "number"
        : schema.type === "boolean"
          ? "boolean"
          : "json";
  return { name, kind, required, description, choices: [] };
}

export type FieldTexts = Readonly<Record<string, string>>;

/** What stands in the fields for an input that is already there, such as an example. */
export function textsOf(fields: readonly FormField[], input: unknown): FieldTexts {
  if (!isObject(input)) return {};
  return Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(input, name))
      .map(({ name, kind }) => {
        const value = input[name];
        return [name, kind === "text" && typeof value === "string" ? value : JSON.stringify(value)];
      }),
  );
}

/** The input that the fields say, as JSON; or which field holds none. A field without a text is not sent, unless it is a required text. */
export function inputOf(
  fields: readonly FormField[],
  texts: FieldTexts,
): { readonly json: string } | { readonly wrong: string } {
  const members: [string, unknown][] = [];
  for (const { name, kind, required } of fields) {
    const text = texts[name] ?? "";
    if (kind === "text") {
      if (text !== "" || required) members.push([name, text]);
    } else if (text.trim() !== "") {
      try {
        members.push([name, JSON.parse(text)]);
      } catch {
        return { wrong: name };
      }
    }
  }
  return { json: JSON.stringify(Object.fromEntries(members), null, 2) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

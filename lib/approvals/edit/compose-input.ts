import type { FieldState, FormField } from "./form-fields.ts";

export type Composed =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** What stands in a field. An argument may be called `constructor`, which every object has. */
export function stateOf(field: FormField, states: Readonly<Record<string, FieldState>>): FieldState {
  return (Object.hasOwn(states, field.name) ? states[field.name] : undefined) ?? field.start;
}

/** The form as one JSON text, or of each field that cannot be read why. */
export function composeInput(fields: readonly FormField[], states: Readonly<Record<string, FieldState>>): Composed {
  const members: string[] = [];
  const errors: [string, string][] = [];
  for (const field of fields) {
    const read = readField(field, stateOf(field, states));
    if ("error" in read) errors.push([field.name, read.error]);
    else if (read.json !== undefined) members.push(`${JSON.stringify(field.name)}:${read.json}`);
  }
  return errors.length > 0
    ? { ok: false, errors: Object.fromEntries(errors) }
    : { ok: true, text: `{${members.join(",")}}` };
}

/** JSON's own grammar: a number as it is typed, or an error; never one that a lenient reader would make of it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type Read = { readonly json: string | undefined } | { readonly error: string };

function readField({ kind, required, nullable, choices }: FormField, state: FieldState): Read {
  if (state.given === "absent") return required ? { error: "It is required." } : { json: undefined };
  if (state.given === "null") return nullable ? { json: "null" } : { error: "It cannot be null." };
  const text = kind === "text" ? state.text : state.text.trim();
  switch (kind) {
    case "text":
      return text.isWellFormed() ? { json: JSON.stringify(text) } : { error: "It holds half of a character." };
    case "number":
    case "integer":
      return readNumber(text, kind);
    case "boolean":
      return text === "true" || text === "false" ? { json: text } : { error: "Choose true or false." };
    case "choice":
      return choices.includes(text) ? { json: text } : { error: "Choose one of the values." };
    case "json":
      return readJson(text);
  }
}

function readNumber(text: string, kind: "number" | "integer"): Read {
  if (!NUMBER.test(text)) return { error: kind === "integer" ? "Write a whole number." : "Write a number." };
  const value = Number(text);
  if (!Number.isFinite(value)) return { error: "It is too large." };
  if (kind === "integer" && !Number.isInteger(value)) return { error: "Write a whole number." };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { error: "It has more digits than can be kept." };
  return { json: text };
}

/** Exactly one value, so that it cannot be read as more members of the whole; its text goes on as it is. */
function readJson(text: string): Read {
  try {
    JSON.parse(text);
    return { json: text };
  } catch {
    return { error: "This is not JSON." };
  }
}

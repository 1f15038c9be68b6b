/** A call's arguments as rows: a name, a type, the value as text. */
export interface Argument {
  readonly name: string;
  readonly kind: "string" | "number" | "boolean" | "null" | "object" | "array";
  /** A string's own characters; of anything else its JSON, indented. */
  readonly text: string;
  readonly length: number;
}

/** Longer values show head and tail first; the middle must be opened before anybody can approve. */
export const LONG_VALUE = 4096;
export const HEAD_SHOWN = 1600;
export const TAIL_SHOWN = 800;

/** Nothing if the input is not an object: then the page says that it cannot be inspected. */
export function argumentsOf(input: string): readonly Argument[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([name, item]) => {
    const text = typeof item === "string" ? item : JSON.stringify(item, null, 2);
    return { name, kind: kindOf(item), text, length: text.length };
  });
}

export function isLong({ length }: Argument): boolean {
  return length > LONG_VALUE;
}

function kindOf(value: unknown): Argument["kind"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}

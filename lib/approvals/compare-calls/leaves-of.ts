import { escapePointer } from "#lib/registry/canonical-json.ts";

/** A value of an input that has no parts. */
export interface Leaf {
  /** JSON Pointer. */
  readonly pointer: string;
  /** The same with every place in a list as `*`: the third row is what the first one was. */
  readonly shape: string;
  readonly value: string | number | boolean | null;
  readonly text: string;
}

/** More than anybody writes by hand; what lies beyond is not looked at one by one. */
const LEAVES_MAX = 500;

export function leavesOf(input: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  walk(input, "", "", leaves);
  return leaves;
}

function walk(value: unknown, pointer: string, shape: string, leaves: Leaf[]): void {
  if (leaves.length >= LEAVES_MAX) return;
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    leaves.push({ pointer, shape, value, text: typeof value === "string" ? value : JSON.stringify(value) });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, `${shape}/*`, leaves);
  } else if (typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      const name = escapePointer(key);
      walk(item, `${pointer}/${name}`, `${shape}/${name}`, leaves);
    }
  }
}

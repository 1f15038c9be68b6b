import { escapePointer } from "../canonical-json.ts";

/**
 * Every text of a definition that a model would read, with its place. Values and the names of members alike: an attack fits
 * into an enum value, a default, a title or a parameter's name as well as into the description.
 */
export type LeafRole =
  /** The tool's own name. */
  | "name"
  /** The name of a member that the author chose: a parameter, a pattern, a definition. */
  | "key"
  /** Text that tells the model what to put into one parameter. */
  | "parameter"
  /** Any other text. */
  | "text";

export interface Leaf {
  readonly path: string;
  readonly text: string;
  readonly role: LeafRole;
}

export interface Leaves {
  readonly leaves: readonly Leaf[];
  /** What was too deep or too much to be looked at: a hiding place, so it is reported. */
  readonly unread: readonly { readonly path: string; readonly why: "depth" | "count" }[];
}

/** Deeper than anything a door lets in; the walk has no recursion that depth could break. */
const DEPTH_MAX = 64;
const LEAVES_MAX = 200_000;

/** Members whose names the author invents; elsewhere names are keywords of JSON Schema or of the protocol. */
const NAMING = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependentRequired",
]);

interface Step {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly role: LeafRole;
  /** Whether the names of this object's members are the author's own. */
  readonly names: boolean;
}

export function leavesOf(definition: unknown): Leaves {
  const leaves: Leaf[] = [];
  const unread: { path: string; why: "depth" | "count" }[] = [];
  const stack: Step[] = [{ value: definition, path: "", depth: 0, role: "text", names: false }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (typeof step.value === "string") {
      leaves.push({ path: step.path, text: step.value, role: step.role });
    } else if (step.value !== null && typeof step.value === "object") {
      if (step.depth >= DEPTH_MAX) {
        unread.push({ path: step.path, why: "depth" });
        continue;
      }
      for (const inner of stepsInto(step, step.value, leaves)) stack.push(inner);
    }
    if (leaves.length + stack.length > LEAVES_MAX) {
      unread.push({ path: step.path, why: "count" });
      break;
    }
  }
  return { leaves, unread };
}

/** The members of a value, last first, so that the walk meets them in the order in which they are written. */
function stepsInto({ path, depth, role, names }: Step, value: object, leaves: Leaf[]): Step[] {
  const steps: Step[] = [];
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const at = `${path}/${escapePointer(key)}`;
    if (names || (!isList && !isKeyword(key))) leaves.push({ path: at, text: key, role: "key" });
    steps.push({
      value: (value as Record<string, unknown>)[key],
      path: at,
      depth: depth + 1,
      role: roleOf(key, path, role, names),
      names: !isList && !names && NAMING.has(key),
    });
  }
  return steps.reverse();
}

function roleOf(key: string, path: string, role: LeafRole, names: boolean): LeafRole {
  if (path === "" && key === "name") return "name";
  if (names) return "parameter";
  return path === "" ? "text" : role;
}

/** A short word of letters: what every schema and protocol is made of, and no place for a message. */
function isKeyword(key: string): boolean {
  return /^[$_]?[A-Za-z][A-Za-z0-9_.-]{0,39}$/.test(key) && !/[_.-].*[_.-].*[_.-]/.test(key);
}

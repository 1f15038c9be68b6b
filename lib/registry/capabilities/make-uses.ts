import type { Node } from "acorn";
import type { Reach } from "./node-surface.ts";
import { readConstant } from "./read-constant.ts";
import type { Resolved } from "./scopes.ts";
import type { Call } from "./tree.ts";
import type { Use } from "./use.ts";

/** What a name reaches, at its place; with a call, the literal path or address that is its first argument. */
export function toUses(node: Node, what: string, reach: Reach, call?: Call, names?: Resolved): Use[] {
  const [first] = call?.arguments ?? [];
  const target = first && names ? readConstant(first, names) : undefined;
  return reach.map((kind) => ({ kind, what, at: node.start, ...(typeof target === "string" ? { target } : {}) }));
}

export function unanalysable(node: Node, what: string, why: string): Use {
  return { kind: "unanalysable", what, why, at: node.start };
}

/** A function put in the place of Node's own is called with what it was taken from, whatever that is. */
export function replaced(node: Node, what: string): Use {
  return unanalysable(
    node,
    what,
    "what is put in its place would be called in its name; keep what you make under names of your own",
  );
}

import type { AnyNode, CallExpression, Node } from "acorn";
import { memberName } from "./read-constant.ts";
import { isAssigned, type Resolved } from "./scopes.ts";

/** Questions about where an expression stands: what counts is what is done with it there. */

export function aboveOf(node: Node, names: Resolved): AnyNode | undefined {
  return names.parentOf.get(node) as AnyNode | undefined;
}

/** The member that an expression is only there to give, and the node that stands for it. */
export function memberTaken(node: Node, names: Resolved): { name: string; at: Node } | undefined {
  const above = aboveOf(node, names);
  if (above?.type !== "MemberExpression" || above.object !== node) return undefined;
  const name = memberName(above, names);
  return name === undefined ? undefined : { name, at: above };
}

export type Call = Pick<CallExpression, "arguments"> & Node;

/** The call (or construction) whose callee this is. */
export function callOf(node: Node, names: Resolved): Call | undefined {
  const above = aboveOf(node, names);
  return (above?.type === "CallExpression" || above?.type === "NewExpression") && above.callee === node
    ? above
    : undefined;
}

/** Assigned to, counted up, filled by a pattern or a loop, or deleted. */
export function isWritten(node: Node, names: Resolved): boolean {
  const above = aboveOf(node, names);
  if (above?.type === "UnaryExpression" && above.operator === "delete") return true;
  return isAssigned(node, names.parentOf);
}

/** Whether something is put into one of its members, under whatever name; `but`: a name that may be. */
export function isMemberWritten(node: Node, names: Resolved, but?: string): boolean {
  const above = aboveOf(node, names);
  if (above?.type !== "MemberExpression" || above.object !== node || !isWritten(above, names)) return false;
  return but === undefined || memberName(above, names) !== but;
}

const COMPARISONS = new Set(["===", "!==", "==", "!="]);

/** Only asked whether it is this or that. */
export function isCompared(node: Node, names: Resolved): boolean {
  const above = aboveOf(node, names);
  return above?.type === "BinaryExpression" && COMPARISONS.has(above.operator);
}

/** Compared at once, or kept under a name that is only ever compared. */
export function isOnlyCompared(node: Node, names: Resolved): boolean {
  if (isCompared(node, names)) return true;
  const above = aboveOf(node, names);
  if (above?.type !== "VariableDeclarator" || above.init !== node || above.id.type !== "Identifier") return false;
  const binding = names.bindingOf.get(above.id);
  const mentions = (binding && names.mentionsOf.get(binding)) ?? [];
  return binding !== undefined && mentions.every((one) => one === above.id || isCompared(one, names));
}

/** Nobody gets what it evaluates to. */
export function isDiscarded(node: Node, names: Resolved): boolean {
  const above = aboveOf(node, names);
  return above?.type === "ExpressionStatement" || (above?.type === "ChainExpression" && isDiscarded(above, names));
}

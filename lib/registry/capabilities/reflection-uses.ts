import type { AnyNode, AssignmentProperty, MemberExpression, Node, Property } from "acorn";
import { replaced, unanalysable } from "./make-uses.ts";
import { REFUSED_NAMES } from "./node-surface.ts";
import { isProcess } from "./process-uses.ts";
import { keyName, memberName, readConstant } from "./read-constant.ts";
import type { Resolved } from "./scopes.ts";
import { aboveOf, callOf, isCompared, isOnlyCompared, isWritten, memberTaken } from "./tree.ts";
import type { Use } from "./use.ts";

/**
 * Ways from any value to what made it, and from there to everything: a function's constructor runs text as code, and a
 * changed prototype is called by Node itself with its own objects for `this`. They are refused by name, in every form in
 * which a name can be plain from the code.
 */
export function ofMemberName(node: MemberExpression, names: Resolved): Use[] {
  const name = memberName(node, names);
  if (name === undefined) return [];
  if (name === "prototype") return ofPrototype(node, names);
  const why = whyRefused(name);
  if (why === undefined || (name === "constructor" && isNameOnly(node, names))) return [];
  // Judged where the process is, by what it is asked for.
  if (isProcess(node.object, names)) return [];
  return [unanalysable(node, `.${name}`, why)];
}

/** The same, taken out by a pattern. */
export function ofPatternKey(node: Property | AssignmentProperty, names: Resolved): Use[] {
  if (aboveOf(node, names)?.type !== "ObjectPattern") return [];
  const name = keyName(node, names);
  const why = name === undefined ? undefined : whyRefused(name);
  return name === undefined || why === undefined ? [] : [unanalysable(node, name, why)];
}

function whyRefused(name: string): string | undefined {
  return name === "prototype" ? PROTOTYPE : REFUSED_NAMES.get(name);
}

const PROTOTYPE =
  "what Node's own objects do could be changed through it; write a class, or call the method that you mean";

/** `Object.prototype.hasOwnProperty.call(…)` only passes through, and a comparison only asks. */
function ofPrototype(node: MemberExpression, names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (isCompared(node, names) || (taken && !isWritten(taken.at, names))) return [];
  return [unanalysable(node, ".prototype", PROTOTYPE)];
}

function isNameOnly(node: MemberExpression, names: Resolved): boolean {
  const above = aboveOf(node, names);
  return above?.type === "MemberExpression" && above.object === node && memberName(above, names) === "name";
}

/** `Object` and `Reflect` look up members for whoever asks. */
export function ofReflection(node: Node, name: "Object" | "Reflect", names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (!taken) {
    if (name === "Object" && (callOf(node, names) || isCompared(node, names) || isType(node, names))) return [];
    return [unanalysable(node, name, "what is looked up with it cannot be seen; name the member")];
  }
  const what = `${name}.${taken.name}`;
  if (isWritten(taken.at, names)) return [replaced(node, what)];
  const call = callOf(taken.at, names);
  switch (taken.name) {
    case "getPrototypeOf":
      if (call && isOnlyCompared(call, names)) return [];
      return [unanalysable(node, what, `${PROTOTYPE}; comparing it with another prototype is fine`)];
    case "getOwnPropertyDescriptors":
      return [unanalysable(node, what, "it hands out constructors")];
    case "get":
    case "getOwnPropertyDescriptor": {
      const [, key] = call?.arguments.some(({ type }) => type === "SpreadElement") ? [] : (call?.arguments ?? []);
      const asked = key && readConstant(key, names);
      if (asked === undefined) return [unanalysable(node, what, "which member it looks up cannot be seen; name it")];
      const why = whyRefused(String(asked));
      return why === undefined ? [] : [unanalysable(node, `${what}(…, "${asked}")`, why)];
    }
    default:
      return [];
  }
}

/** In `instanceof Object`, `typeof Object` or `extends Object`. */
function isType(node: Node, names: Resolved): boolean {
  const above = aboveOf(node, names) as AnyNode;
  if (above.type === "BinaryExpression") return above.operator === "instanceof" && above.right === node;
  if (above.type === "UnaryExpression") return above.operator === "typeof";
  return (above.type === "ClassDeclaration" || above.type === "ClassExpression") && above.superClass === node;
}

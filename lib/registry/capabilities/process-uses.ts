import type { AnyNode, Identifier, Node } from "acorn";
import { replaced, toUses, unanalysable } from "./make-uses.ts";
import { ofWhole } from "./module-uses.ts";
import { LISTENING, PURE_PROCESS, STANDARD_STREAMS, STREAM_MEMBERS, WRITABLE_PROCESS } from "./node-surface.ts";
import { memberName, readConstant } from "./read-constant.ts";
import { nameOf, type Resolved } from "./scopes.ts";
import { aboveOf, callOf, isDiscarded, isWritten, memberTaken } from "./tree.ts";
import type { Use } from "./use.ts";

/** `process` leads to everything else, so only what is named on it counts, and nothing that could hand it on passes. */
export function ofProcess(node: Node, names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (taken) return ofProcessMember(taken.at, taken.name, names);
  return [unanalysable(node, "process", "what is looked up on it cannot be seen; name the member")];
}

export function ofProcessMember(node: Node, member: string, names: Resolved): Use[] {
  const what = `process.${member}`;
  if (member === "env") return ofEnvironment(node, names);
  if (isWritten(node, names)) return WRITABLE_PROCESS.has(member) ? [] : [replaced(node, what)];
  if (LISTENING.has(member)) return ofListening(node, member, names);
  if (STANDARD_STREAMS.has(member)) return ofStream(node, what, names);
  if (PURE_PROCESS.has(member)) return [];
  if (member === "execve") return toUses(node, what, ["exec"]);
  if (member === "getBuiltinModule") {
    const [argument] = callOf(node, names)?.arguments ?? [];
    const module = argument && readConstant(argument, names);
    if (typeof module === "string") return ofWhole(node, module.replace(/^node:/, ""));
  }
  return [unanalysable(node, what, "it is not a member that tools are known to need")];
}

/** Whether an expression is plainly the process: by its global name, of `globalThis`, or imported. */
export function isProcess(node: Node, names: Resolved): boolean {
  const expression = node as AnyNode;
  if (expression.type === "MemberExpression") {
    const { object } = expression;
    const isGlobal =
      object.type === "Identifier" && /^global(This)?$/.test(object.name) && !names.bindingOf.has(object);
    return isGlobal && memberName(expression, names) === "process";
  }
  if (expression.type !== "Identifier") return false;
  const binding = names.bindingOf.get(expression);
  if (!binding) return expression.name === "process";
  return binding.imported?.module === "node:process" && /^(\*|default)$/.test(binding.imported.name);
}

/** The process is what such a call returns, and what a listener that is no arrow function has for `this`. */
function ofListening(node: Node, member: string, names: Resolved): Use[] {
  const call = callOf(node, names) as AnyNode | undefined;
  if (call?.type === "CallExpression" && isDiscarded(call, names)) {
    const [event, listener] = call.arguments;
    const isPlain = event?.type !== "SpreadElement" && listener !== undefined && isArrow(listener, names);
    if (isPlain) return [];
  }
  return [
    unanalysable(
      node,
      `process.${member}`,
      `it hands on the process; write process.${member}(event, () => …) as a statement of its own, with an arrow function`,
    ),
  ];
}

function isArrow(node: Node, names: Resolved): boolean {
  const expression = node as AnyNode;
  if (expression.type === "ArrowFunctionExpression") return true;
  const binding = expression.type === "Identifier" ? names.bindingOf.get(expression) : undefined;
  if (!binding?.initial || binding.reassigned || binding.initial.member !== undefined) return false;
  return binding.initial.from.type === "ArrowFunctionExpression";
}

/** A standard stream may be a socket underneath, which could be connected elsewhere. */
function ofStream(node: Node, what: string, names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (taken && STREAM_MEMBERS.has(taken.name) && !isWritten(taken.at, names)) return [];
  const above = aboveOf(node, names);
  if (above?.type === "ForOfStatement" && above.right === node) return [];
  return [
    unanalysable(node, what, "what is done with the stream cannot be seen; write to it, or read it in a for await"),
  ];
}

function ofEnvironment(node: Node, names: Resolved): Use[] {
  const variable = memberTaken(node, names);
  if (variable) return [{ kind: "env", what: `process.env.${variable.name}`, target: variable.name, at: node.start }];
  const above = aboveOf(node, names);
  if (above?.type === "VariableDeclarator" && above.init === node && above.id.type === "ObjectPattern") {
    const keys = above.id.properties.map((one) =>
      one.type === "Property" && !one.computed ? nameOf(one.key as Identifier) : undefined,
    );
    if (keys.every((key) => key !== undefined)) {
      return keys.map((key) => ({ kind: "env", what: `process.env.${key}`, target: key, at: node.start }));
    }
  }
  return [unanalysable(node, "process.env", "which variable it reads cannot be seen; write process.env.NAME")];
}

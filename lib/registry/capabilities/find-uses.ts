import type { AnyNode, CallExpression, Identifier, MemberExpression, Node, Program } from "acorn";
import {
  FS_OPEN,
  NET_GLOBALS,
  OPAQUE_GLOBALS,
  PURE_GLOBALS,
  PURE_PROCESS,
  type Reach,
  reachOf,
  wholeReachOf,
} from "./node-surface.ts";
import { reachOfOpen } from "./open-flags.ts";
import { memberName, readConstant } from "./read-constant.ts";
import { nameOf, type Resolved, resolveNames } from "./scopes.ts";
import type { Use } from "./use.ts";

/**
 * Every place where a module reaches for files, network, environment or other programs, from its syntax tree. A capability
 * enters a module by an import or a global and by nothing else, so each mention of one is judged by what is done with it
 * there; where that cannot be seen (it is passed on, looked up by a computed name) everything it could do counts.
 */
export function findUses(program: Program): Use[] {
  const names = resolveNames(program);
  const uses: Use[] = [];
  for (const { node, binding } of names.references) {
    if (binding?.imported) uses.push(...ofImport(node, binding.imported, names));
    else if (!binding) uses.push(...ofGlobal(node, node.name, names));
  }
  for (const node of [program as Node, ...names.parentOf.keys()]) uses.push(...ofSyntax(node as AnyNode, names));
  return uses.sort((left, right) => left.at - right.at);
}

function ofImport(node: Identifier, { module, name }: { module: string; name: string }, names: Resolved): Use[] {
  const bare = module.replace(/^node:/, "");
  const isWhole = name === "*" || name === "default";
  if (bare === "process") return isWhole ? ofProcess(node, names) : ofProcessMember(node, name, names);
  return isWhole ? ofModule(node, bare, names) : ofMember(node, bare, name, names);
}

/** A whole module under a name: what counts is the member taken from it. */
function ofModule(node: Node, module: string, names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (!taken) return toUses(node, module, wholeReachOf(module));
  return ofMember(taken.at, module, taken.name, names);
}

function ofMember(node: Node, module: string, member: string, names: Resolved): Use[] {
  if (module === "fs" && member === "promises") return ofModule(node, "fs/promises", names);
  if (member === "default") return ofModule(node, module, names);
  const call = callOf(node, names);
  const what = `${module}.${member}`;
  if ((module === "fs" || module === "fs/promises") && FS_OPEN.has(member) && call) {
    const flags = call.arguments[1];
    return toUses(node, what, reachOfOpen(flags && readConstant(flags, names), flags !== undefined), call, names);
  }
  return toUses(node, what, reachOf(module, member), call, names);
}

function ofGlobal(node: Node, name: string, names: Resolved): Use[] {
  if (PURE_GLOBALS.has(name)) return [];
  if (NET_GLOBALS.has(name)) return toUses(node, name, ["net"], callOf(node, names), names);
  if (name === "process") return ofProcess(node, names);
  if (name === "globalThis" || name === "global") {
    const taken = memberTaken(node, names);
    if (taken) return ofGlobal(taken.at, taken.name, names);
  }
  // Asking whether a global exists is not using it.
  if ((names.parentOf.get(node) as AnyNode | undefined)?.type === "UnaryExpression" && isTypeof(node, names)) return [];
  return [unanalysable(node, name, OPAQUE_GLOBALS[name] ?? "it is not a global that tools are known to need")];
}

function isTypeof(node: Node, names: Resolved): boolean {
  const above = names.parentOf.get(node) as AnyNode | undefined;
  return above?.type === "UnaryExpression" && above.operator === "typeof";
}

function ofProcess(node: Node, names: Resolved): Use[] {
  const taken = memberTaken(node, names);
  if (taken) return ofProcessMember(taken.at, taken.name, names);
  return [unanalysable(node, "process", "what is looked up on it cannot be seen; name the member")];
}

function ofProcessMember(node: Node, member: string, names: Resolved): Use[] {
  if (PURE_PROCESS.has(member)) return [];
  if (member === "env") return ofEnvironment(node, names);
  if (member === "execve") return toUses(node, "process.execve", ["exec"]);
  if (member === "getBuiltinModule") {
    const [argument] = callOf(node, names)?.arguments ?? [];
    const module = argument && readConstant(argument, names);
    if (typeof module === "string") return toUses(node, module, wholeReachOf(module.replace(/^node:/, "")));
  }
  return [unanalysable(node, `process.${member}`, "it is not a member that tools are known to need")];
}

function ofEnvironment(node: Node, names: Resolved): Use[] {
  const variable = memberTaken(node, names);
  if (variable) return [{ kind: "env", what: `process.env.${variable.name}`, target: variable.name, at: node.start }];
  const above = names.parentOf.get(node) as AnyNode | undefined;
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

/** What is dangerous by its form alone. */
function ofSyntax(node: AnyNode, names: Resolved): Use[] {
  switch (node.type) {
    case "ImportExpression": {
      const module = readConstant(node.source, names);
      if (typeof module !== "string")
        return [unanalysable(node, "import()", "what it loads cannot be seen; name the module")];
      return module.startsWith("node:") ? toUses(node, module, wholeReachOf(module.slice(5))) : [outside(node, module)];
    }
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration": {
      if (!node.source) return [];
      const module = String(node.source.value);
      if (!module.startsWith("node:")) return [outside(node, module)];
      const reach = wholeReachOf(module.slice(5));
      // An import is judged by its mentions, a re-export hands everything on; what nobody may import is refused at once.
      if (node.type === "ImportDeclaration" && (reach !== undefined || module === "node:process")) return [];
      return toUses(node, module, reach);
    }
    case "MemberExpression":
      if (memberName(node, names) !== "constructor" || isNameOnly(node, names)) return [];
      return [unanalysable(node, ".constructor", "a function's constructor runs text as code")];
    case "Property":
      if ((names.parentOf.get(node) as AnyNode).type !== "ObjectPattern" || node.computed) return [];
      if (nameOf(node.key as Identifier) !== "constructor") return [];
      return [unanalysable(node, "constructor", "a function's constructor runs text as code")];
  }
  return [];
}

function isNameOnly(node: MemberExpression, names: Resolved): boolean {
  const above = names.parentOf.get(node) as AnyNode | undefined;
  return above?.type === "MemberExpression" && above.object === node && memberName(above, names) === "name";
}

function outside(node: Node, module: string): Use {
  return unanalysable(node, `import "${module}"`, "a tool's code is one bundle and imports node: modules only");
}

/** The member that an expression is only there to give, and the node that stands for it. */
function memberTaken(node: Node, names: Resolved): { name: string; at: Node } | undefined {
  const above = names.parentOf.get(node) as AnyNode | undefined;
  if (above?.type !== "MemberExpression" || above.object !== node) return undefined;
  const name = memberName(above, names);
  return name === undefined ? undefined : { name, at: above };
}

/** The call (or construction) whose callee this is. */
function callOf(node: Node, names: Resolved): Pick<CallExpression, "arguments"> | undefined {
  const above = names.parentOf.get(node) as AnyNode | undefined;
  return (above?.type === "CallExpression" || above?.type === "NewExpression") && above.callee === node
    ? above
    : undefined;
}

function toUses(
  node: Node,
  what: string,
  reach: Reach | undefined,
  call?: Pick<CallExpression, "arguments">,
  names?: Resolved,
): Use[] {
  if (!reach) return [unanalysable(node, what, "it is not a module that tools are known to need")];
  const [first] = call?.arguments ?? [];
  const target = first && names ? readConstant(first, names) : undefined;
  return reach.map((kind) => ({ kind, what, at: node.start, ...(typeof target === "string" ? { target } : {}) }));
}

function unanalysable(node: Node, what: string, why: string): Use {
  return { kind: "unanalysable", what, why, at: node.start };
}

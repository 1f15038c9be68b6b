import type { AnyNode, Identifier, Node, Program } from "acorn";
import { replaced, toUses, unanalysable } from "./make-uses.ts";
import { ofMember, ofModule, ofWhole } from "./module-uses.ts";
import { isKnownModule, META_MEMBERS, NET_GLOBALS, OPAQUE_GLOBALS, PURE_GLOBALS } from "./node-surface.ts";
import { ofProcess, ofProcessMember } from "./process-uses.ts";
import { readConstant } from "./read-constant.ts";
import { ofMemberName, ofPatternKey, ofReflection } from "./reflection-uses.ts";
import { type Resolved, resolveNames } from "./scopes.ts";
import { aboveOf, callOf, isMemberWritten, isWritten, memberTaken } from "./tree.ts";
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

function ofGlobal(node: Node, name: string, names: Resolved): Use[] {
  if (name === "process") return ofProcess(node, names);
  if (isWritten(node, names)) return [replaced(node, name)];
  if (name === "Object" || name === "Reflect") return ofReflection(node, name, names);
  if (PURE_GLOBALS.has(name)) return isMemberWritten(node, names, "stackTraceLimit") ? [replaced(node, name)] : [];
  if (NET_GLOBALS.has(name)) return toUses(node, name, ["net"], callOf(node, names), names);
  if (name === "globalThis" || name === "global") {
    const taken = memberTaken(node, names);
    if (taken) return ofGlobal(taken.at, taken.name, names);
  }
  // Asking whether a global exists is not using it.
  const above = aboveOf(node, names);
  if (above?.type === "UnaryExpression" && above.operator === "typeof") return [];
  return [unanalysable(node, name, OPAQUE_GLOBALS[name] ?? "it is not a global that tools are known to need")];
}

/** What is dangerous by its form alone. */
function ofSyntax(node: AnyNode, names: Resolved): Use[] {
  switch (node.type) {
    case "ImportExpression": {
      const module = readConstant(node.source, names);
      if (typeof module !== "string")
        return [unanalysable(node, "import()", "what it loads cannot be seen; name the module")];
      return module.startsWith("node:") ? ofWhole(node, module.slice(5)) : [outside(node, module)];
    }
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration": {
      if (!node.source) return [];
      const module = String(node.source.value);
      if (!module.startsWith("node:")) return [outside(node, module)];
      // An import is judged by its mentions, a re-export hands everything on; what nobody may import is refused at once.
      const isJudgedLater = isKnownModule(module.slice(5)) || module === "node:process";
      return node.type === "ImportDeclaration" && isJudgedLater ? [] : ofWhole(node, module.slice(5));
    }
    case "MemberExpression":
      return ofMemberName(node, names);
    case "Property":
      return ofPatternKey(node, names);
    case "MetaProperty": {
      const taken = memberTaken(node, names);
      if (node.meta.name !== "import" || (taken && META_MEMBERS.has(taken.name))) return [];
      return [
        unanalysable(node, "import.meta", "a tool's code is one bundle that loads nothing; name what you read of it"),
      ];
    }
  }
  return [];
}

function outside(node: Node, module: string): Use {
  return unanalysable(node, `import "${module}"`, "a tool's code is one bundle and imports node: modules only");
}

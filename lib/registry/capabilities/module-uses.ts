import type { Node } from "acorn";
import { replaced, toUses, unanalysable } from "./make-uses.ts";
import { FS_FLAGGED, FS_OPEN, isKnownModule, reachOf, wholeReachOf } from "./node-surface.ts";
import { reachOfOpen, reachOfReading } from "./open-flags.ts";
import { readConstant } from "./read-constant.ts";
import type { Resolved } from "./scopes.ts";
import { callOf, isMemberWritten, isWritten, memberTaken } from "./tree.ts";
import type { Use } from "./use.ts";

/** A whole module under a name: what counts is the member taken from it. */
export function ofModule(node: Node, module: string, names: Resolved): Use[] {
  if (isMemberWritten(node, names)) return [replaced(node, module)];
  const taken = memberTaken(node, names);
  return taken ? ofMember(taken.at, module, taken.name, names) : ofWhole(node, module);
}

/** All that a module can do, for when it is handed on. */
export function ofWhole(node: Node, module: string): Use[] {
  const reach = wholeReachOf(module);
  if (reach) return toUses(node, module, reach);
  const why = isKnownModule(module)
    ? "what is taken from it cannot be seen; import the member by its name"
    : "it is not a module that tools are known to need";
  return [unanalysable(node, module, why)];
}

export function ofMember(node: Node, module: string, member: string, names: Resolved): Use[] {
  const what = `${module}.${member}`;
  if (isWritten(node, names) || isMemberWritten(node, names)) return [replaced(node, what)];
  if (module === "fs" && member === "promises") return ofModule(node, "fs/promises", names);
  if (member === "default") return ofModule(node, module, names);
  const call = callOf(node, names);
  if (module === "fs" || module === "fs/promises") {
    const [, second] = call?.arguments ?? [];
    if (FS_OPEN.has(member) && call) {
      return toUses(node, what, reachOfOpen(second && readConstant(second, names), second !== undefined), call, names);
    }
    if (FS_FLAGGED.has(member)) return toUses(node, what, reachOfReading(call, names), call, names);
  }
  const reach = reachOf(module, member);
  if (reach) return toUses(node, what, reach, call, names);
  return [unanalysable(node, what, "it reaches further than anything that a policy declares")];
}

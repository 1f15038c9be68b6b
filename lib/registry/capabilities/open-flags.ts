import type { AnyNode, Node } from "acorn";
import { BOTH, type Reach } from "./node-surface.ts";
import { keyName, type Names, readConstant } from "./read-constant.ts";
import type { Call } from "./tree.ts";

const [O_ACCESS, O_CREAT, O_TRUNC, O_APPEND, O_PATH] = [3, 64, 512, 1024, 0x200000];

/** What opening a file with these flags lets the opener do; flags that are not plain from the code mean both. */
export function reachOfOpen(flags: number | string | undefined, isGiven: boolean): Reach {
  if (!isGiven) return ["fs.read"];
  if (typeof flags === "string") return TEXTS[flags] ?? BOTH;
  if (flags === undefined) return BOTH;
  // Such a descriptor only stands for a place: it can be neither read nor written.
  if ((flags & O_PATH) !== 0) return ["fs.look"];
  const access = flags & O_ACCESS;
  const changes = access !== 0 || (flags & (O_CREAT | O_TRUNC | O_APPEND)) !== 0;
  return [...(access === 1 ? [] : (["fs.read"] as const)), ...(changes ? (["fs.write"] as const) : [])];
}

const TEXTS: Readonly<Record<string, Reach>> = {
  r: ["fs.read"],
  rs: ["fs.read"],
  sr: ["fs.read"],
  w: ["fs.write"],
  wx: ["fs.write"],
  xw: ["fs.write"],
  a: ["fs.write"],
  ax: ["fs.write"],
  xa: ["fs.write"],
  as: ["fs.write"],
  sa: ["fs.write"],
};

/** What a call of `readFile` or `createReadStream` does: its options may open the file for anything. */
export function reachOfReading(call: Call | undefined, names: Names): Reach {
  // Who hands the function on calls it with whatever options they like.
  if (!call || call.arguments.slice(0, 2).some(({ type }) => type === "SpreadElement")) return BOTH;
  const [, options] = call.arguments;
  if (!options || isNoOptions(options, names)) return ["fs.read"];
  const flags = flagsIn(options as AnyNode, names);
  return flags === "none" ? ["fs.read"] : reachOfOpen(flags && readConstant(flags, names), true);
}

/** An encoding, a callback, or nothing. */
function isNoOptions(node: Node, names: Names): boolean {
  const expression = node as AnyNode;
  if (expression.type === "ArrowFunctionExpression" || expression.type === "FunctionExpression") return true;
  if (expression.type === "Literal" && expression.value === null) return true;
  if (expression.type === "Identifier" && expression.name === "undefined" && !names.bindingOf.has(expression))
    return true;
  return typeof readConstant(expression, names) === "string";
}

/** The value of `flag` or `flags` in options that are written out; nothing when there may be one that cannot be seen. */
function flagsIn(options: AnyNode, names: Names): Node | "none" | undefined {
  if (options.type !== "ObjectExpression") return undefined;
  let found: Node | "none" = "none";
  for (const property of options.properties) {
    const name = property.type === "Property" ? keyName(property, names) : undefined;
    if (property.type !== "Property" || property.kind !== "init" || name === undefined || name === "__proto__") {
      return undefined;
    }
    if (name === "flag" || name === "flags") {
      if (found !== "none") return undefined;
      found = property.value;
    }
  }
  return found;
}

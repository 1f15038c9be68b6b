import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "./canonical-json.ts";
import type { FieldProblem } from "./declaration.ts";

/**
 * Against schemas that never end: a `$ref` that leads back to itself, and ever more references to references, which make a
 * small text mean a schema of any size. Only references inside the same schema are followed; nothing is ever fetched.
 */
const EXPANDED_MAX = 20_000;
/** What stands under these is a value, not a schema. */
const VALUES = new Set(["const", "default", "enum", "examples", "example"]);
const DYNAMIC = ["$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor"];

type Node = Readonly<Record<string, unknown>>;

export function checkReferences(schema: Node): FieldProblem[] {
  const anchors = new Map<unknown, Node>();
  const problems: FieldProblem[] = [];
  collectAnchors(schema);
  const sizes = new Map<Node, number>();
  const open = new Set<Node>();
  measure(schema, "");
  return problems;

  function collectAnchors(node: Node): void {
    if (typeof node.$anchor === "string") anchors.set(node.$anchor, node);
    for (const [, child] of childrenOf(node)) collectAnchors(child);
  }

  /** How many schemas it would be, written out. */
  function measure(node: Node, pointer: string): number {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (open.has(node) || problems.length > 0) return 0;
    open.add(node);
    let size = 1;
    for (const [key, child] of childrenOf(node)) size += measure(child, `${pointer}/${escapePointer(key)}`);
    const dynamic = DYNAMIC.find((keyword) => Object.hasOwn(node, keyword));
    if (dynamic) problems.push({ pointer, message: `${dynamic} is not supported.` });
    if (typeof node.$ref === "string") size += follow(node.$ref, `${pointer}/$ref`);
    open.delete(node);
    if (size > EXPANDED_MAX) {
      problems.push({ pointer, message: `With its references written out it has more than ${EXPANDED_MAX} parts.` });
    }
    sizes.set(node, size);
    return size;
  }

  function follow(reference: string, pointer: string): number {
    const target = resolve(reference);
    if (!target) problems.push({ pointer, message: `${headOf(reference, 80)} is not a place in this schema.` });
    else if (open.has(target)) problems.push({ pointer, message: `${headOf(reference, 80)} leads back to itself.` });
    else return measure(target, reference);
    return 0;
  }

  function resolve(reference: string): Node | undefined {
    if (!reference.startsWith("#")) return undefined;
    const fragment = decode(reference.slice(1));
    if (fragment === "") return schema;
    if (!fragment?.startsWith("/")) return anchors.get(fragment);
    let node: unknown = schema;
    for (const segment of fragment.slice(1).split("/")) {
      const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
      node = (node as Record<string, unknown>)[key];
    }
    return isNode(node) ? node : undefined;
  }
}

function childrenOf(node: Node): [string, Node][] {
  return Object.entries(node).filter((entry): entry is [string, Node] => isNode(entry[1]) && !VALUES.has(entry[0]));
}

/** Lists too: `allOf` and its like hold schemas. */
function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

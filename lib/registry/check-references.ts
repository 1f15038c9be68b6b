import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "./canonical-json.ts";
import type { FieldProblem } from "./declaration.ts";
import { referencesOf, type SchemaNode, schemasIn } from "./schema-references.ts";

/**
 * Against schemas that never end: a `$ref` that leads back to itself, and ever more references to references, which make a
 * small text mean a schema of any size. Only references inside the same schema are followed; nothing is ever fetched.
 */
const EXPANDED_MAX = 20_000;
const DYNAMIC = ["$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor"];

export function checkReferences(schema: SchemaNode): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const referred = referencesOf(schema);
  const sizes = new Map<SchemaNode, number>();
  const open = new Set<SchemaNode>();
  measure(schema, "");
  return problems;

  /** How many schemas it would be, written out. */
  function measure(node: SchemaNode, pointer: string): number {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (open.has(node) || problems.length > 0) return 0;
    open.add(node);
    let size = 1;
    for (const [key, child] of schemasIn(node)) size += measure(child, `${pointer}/${escapePointer(key)}`);
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
    const target = referred(reference);
    if (!target) problems.push({ pointer, message: `${headOf(reference, 80)} is not a place in this schema.` });
    else if (open.has(target)) problems.push({ pointer, message: `${headOf(reference, 80)} leads back to itself.` });
    else return measure(target, reference);
    return 0;
  }
}

import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "./canonical-json.ts";
import type { FieldProblem } from "./declaration.ts";
import { partsOf, type Reading, referencesOf, type SchemaNode } from "./schema-references.ts";

/**
 * Against schemas that never end: a `$ref` that leads back to itself, and ever more references to references, which make a
 * small text mean a schema of any size. Only references inside the same schema are followed; nothing is ever fetched.
 */
const EXPANDED_MAX = 20_000;
/** `$async` is our compiler's own: it answers with a promise, which is as good as a yes to whatever was sent. */
const UNSUPPORTED = ["$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor", "$async"];

export function checkReferences(schema: SchemaNode): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const referred = referencesOf(schema);
  const sizes = { schema: new Map<SchemaNode, number>(), names: new Map<SchemaNode, number>() };
  const open = new Set<SchemaNode>();
  measure(schema, "", "schema");
  return problems;

  /** How many schemas it would be, written out. */
  function measure(node: SchemaNode, pointer: string, reading: Reading): number {
    const known = sizes[reading].get(node);
    if (known !== undefined) return known;
    if (open.has(node) || problems.length > 0) return 0;
    open.add(node);
    let size = 1;
    for (const part of partsOf(node, reading)) {
      size += measure(part.node, `${pointer}/${escapePointer(part.key)}`, part.reading);
    }
    if (reading === "schema") size += speaksOf(node, pointer);
    open.delete(node);
    if (size > EXPANDED_MAX) {
      problems.push({ pointer, message: `With its references written out it has more than ${EXPANDED_MAX} parts.` });
    }
    sizes[reading].set(node, size);
    return size;
  }

  function speaksOf(node: SchemaNode, pointer: string): number {
    const unsupported = UNSUPPORTED.find((keyword) => Object.hasOwn(node, keyword));
    if (unsupported) problems.push({ pointer, message: `${unsupported} is not supported.` });
    if (node !== schema && typeof node.$id === "string") {
      problems.push({ pointer, message: "Only a whole schema has an $id: below it, # would be another place." });
    }
    return typeof node.$ref === "string" ? follow(node.$ref, `${pointer}/$ref`) : 0;
  }

  function follow(reference: string, pointer: string): number {
    const target = referred(reference);
    if (!target) problems.push({ pointer, message: `${headOf(reference, 80)} is not a place in this schema.` });
    else if (open.has(target)) problems.push({ pointer, message: `${headOf(reference, 80)} leads back to itself.` });
    else return measure(target, reference, "schema");
    return 0;
  }
}

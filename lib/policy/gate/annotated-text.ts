import { escapePointer } from "#lib/registry/canonical-json.ts";
import { referencesOf, type SchemaNode } from "#lib/registry/schema-references.ts";

/** A schema that leads back to itself is refused at registration; one that was not must not hang a manifest. */
const DEPTH_MAX = 64;

/** Where a schema exempts arguments from the gate, as pointers: for reviews and manifests, which do not read schemas. */
export function annotatedText(schema: SchemaNode): string[] {
  const referred = referencesOf(schema);
  const found = new Set<string>();
  walk(schema, "", 0);
  return [...found].sort();

  function walk(node: unknown, pointer: string, depth: number): void {
    if (typeof node !== "object" || node === null || depth > DEPTH_MAX) return;
    const { $ref, allOf, properties, additionalProperties, items, prefixItems, ...rest } = node as SchemaNode;
    const { additionalItems } = rest;
    if (rest["x-airlock"] === "text") found.add(pointer === "" ? "/*" : pointer);
    const into = (child: unknown, at: string): void => walk(child, at, depth + 1);
    if (typeof $ref === "string") into(referred($ref), pointer);
    for (const part of Array.isArray(allOf) ? allOf : []) into(part, pointer);
    for (const [key, child] of Object.entries(properties ?? {})) into(child, `${pointer}/${escapePointer(key)}`);
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    for (const [index, child] of tuple.entries()) into(child, `${pointer}/${index}`);
    into(Array.isArray(items) ? additionalItems : items, `${pointer}/*`);
    into(additionalProperties, `${pointer}/*`);
  }
}

/** A part of a JSON Schema; a list too, since `allOf` and its like hold schemas. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** What stands under these is a value, not a schema. */
const VALUES = new Set(["const", "default", "enum", "examples", "example"]);

/** Finds what a `$ref` of this schema names: a place in it, by pointer or by anchor. Nothing is ever fetched. */
export function referencesOf(schema: SchemaNode): (reference: string) => SchemaNode | undefined {
  let anchors: ReadonlyMap<string, SchemaNode> | undefined;
  return (reference) => {
    if (!reference.startsWith("#")) return undefined;
    const fragment = decode(reference.slice(1));
    if (fragment === "") return schema;
    if (fragment?.startsWith("/")) return placeIn(schema, fragment);
    anchors ??= new Map(anchorsIn(schema));
    return fragment === undefined ? undefined : anchors.get(fragment);
  };
}

function placeIn(schema: SchemaNode, pointer: string): SchemaNode | undefined {
  let node: unknown = schema;
  for (const segment of pointer.slice(1).split("/")) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isSchemaNode(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return isSchemaNode(node) ? node : undefined;
}

function* anchorsIn(node: SchemaNode): Generator<[string, SchemaNode]> {
  if (typeof node.$anchor === "string") yield [node.$anchor, node];
  for (const [, child] of schemasIn(node)) yield* anchorsIn(child);
}

export function schemasIn(node: SchemaNode): [string, SchemaNode][] {
  return Object.entries(node).filter(
    (entry): entry is [string, SchemaNode] => isSchemaNode(entry[1]) && !VALUES.has(entry[0]),
  );
}

function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

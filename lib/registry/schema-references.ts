/** A part of a JSON Schema; a list too, since `allOf` and its like hold schemas. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** What stands under these is a value, not a schema. */
const VALUES = new Set(["const", "default", "enum", "examples", "example"]);
/** Under these stand schemas by names of the author's choosing, of which any may be a word of JSON Schema: a parameter can be called `default`. */
const MAPS = new Set([
  ...["properties", "patternProperties", "$defs", "definitions"],
  ...["dependentSchemas", "dependencies", "dependentRequired"],
]);

/** How a part is read: as a schema, or as names of schemas. */
export type Reading = "schema" | "names";

export interface Part {
  readonly key: string;
  readonly node: SchemaNode;
  readonly reading: Reading;
}

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

function* anchorsIn(node: SchemaNode, reading: Reading = "schema"): Generator<[string, SchemaNode]> {
  if (reading === "schema" && typeof node.$anchor === "string") yield [node.$anchor, node];
  for (const part of partsOf(node, reading)) yield* anchorsIn(part.node, part.reading);
}

/** Everything in it that holds schemas. The same object can be read both ways: a `$ref` may name a list of parameters. */
export function partsOf(node: SchemaNode, reading: Reading): Part[] {
  return Object.entries(node).flatMap(([key, child]): Part[] => {
    if (!isSchemaNode(child)) return [];
    if (reading === "names") return [{ key, node: child, reading: "schema" }];
    if (VALUES.has(key)) return [];
    return [{ key, node: child, reading: MAPS.has(key) ? "names" : "schema" }];
  });
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

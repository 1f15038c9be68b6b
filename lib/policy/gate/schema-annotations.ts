import { partsOf, type Reading, referencesOf, type SchemaNode } from "#lib/registry/schema-references.ts";

/**
 * What a tool's input schema says about its arguments: `format` (path, file-path, uri, uri-reference, hostname) and
 * `x-airlock` (path, url, host, text). The schema is walked along with the value, through references, items and
 * alternatives. What applies only perhaps (one branch of many, a pattern of names) can have an argument looked at and never
 * exempts one: `text` counts only where nothing else could apply.
 */
type Stated = "path" | "url" | "uri" | "reference" | "host";

type Referred = ReturnType<typeof referencesOf>;

export interface SchemaPlace {
  readonly referred: Referred;
  readonly nodes: ReadonlyMap<SchemaNode, { readonly certain: boolean }>;
  /** What `x-airlock` said further up; it covers everything below. */
  readonly inherited: Annotations;
  /** What was found below it: a list of a hundred thousand items has its schema walked once, not for each. */
  readonly known: Map<string, SchemaPlace>;
  /** As `annotationsAt` tells it. */
  readonly says: Annotations;
}

export interface Annotations {
  readonly stated: ReadonlySet<Stated>;
  readonly text: boolean;
}

const FORMATS: Readonly<Record<string, Stated>> = {
  path: "path",
  "file-path": "path",
  uri: "uri",
  "uri-reference": "reference",
  hostname: "host",
};
const KEYWORD = "x-airlock";
const NOTHING: Annotations = { stated: new Set(), text: false };

/** Nothing where the schema says nothing: most do not, and then there is nothing to walk. */
export function topOf(schema: unknown): SchemaPlace | undefined {
  if (!isNode(schema) || !saysSomething(schema)) return undefined;
  const referred = referencesOf(schema);
  return placeOf(referred, [[schema, true]], NOTHING);
}

function placeOf(referred: Referred, start: readonly Reached[], inherited: Annotations): SchemaPlace {
  const nodes = expand(referred, start);
  return { referred, nodes, inherited, known: new Map(), says: gather(nodes, inherited) };
}

function saysSomething(node: SchemaNode, reading: Reading = "schema"): boolean {
  return (
    node[KEYWORD] !== undefined ||
    formatOf(node) !== undefined ||
    partsOf(node, reading).some((part) => saysSomething(part.node, part.reading))
  );
}

function formatOf({ format }: SchemaNode): Stated | undefined {
  return typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

/** Whether the gate takes an argument of this format for a path, an address or a host, whatever it looks like. */
export function isGateFormat(format: unknown): boolean {
  return formatOf({ format }) !== undefined;
}

export function annotationsAt({ says }: SchemaPlace): Annotations {
  return says;
}

function gather(nodes: SchemaPlace["nodes"], inherited: Annotations): Annotations {
  const stated = new Set(inherited.stated);
  for (const node of nodes.keys()) {
    const kind = formatOf(node);
    if (kind) stated.add(kind);
  }
  const own = ownWords(nodes);
  for (const kind of own.stated) stated.add(kind);
  return { stated, text: stated.size === 0 && (own.text || inherited.text) };
}

function ownWords(nodes: SchemaPlace["nodes"]): Annotations {
  const stated = new Set<Stated>();
  let text = false;
  for (const [{ [KEYWORD]: said }, { certain }] of nodes) {
    if (said === "path" || said === "url" || said === "host") stated.add(said);
    if (said === "text" && certain) text = true;
  }
  return { stated, text };
}

/** The schema of an item or a member. */
export function below(place: SchemaPlace, container: object, key: string): SchemaPlace {
  const way = Array.isArray(container) ? wayToItem(place, Number(key)) : wayToMember(place, key);
  const known = place.known.get(way);
  if (known) return known;
  const { referred, nodes, inherited } = place;
  const children = [...nodes].flatMap(([node, { certain }]) =>
    (Array.isArray(container) ? itemsOf(node, Number(key)) : membersOf(node, key)).map(
      ([child, sure]) => [child, certain && sure] as const,
    ),
  );
  const own = ownWords(nodes);
  const stated = new Set([...inherited.stated, ...own.stated]);
  const found = placeOf(referred, children, { stated, text: inherited.text || own.text });
  place.known.set(way, found);
  return found;
}

/** Items that no tuple of the schema has a place for are all alike, and so are members that it does not name. */
function wayToItem({ nodes }: SchemaPlace, index: number): string {
  const isPlaced = [...nodes.keys()].some(({ prefixItems, items }) =>
    [prefixItems, items].some((tuple) => Array.isArray(tuple) && index < tuple.length),
  );
  return isPlaced ? `item ${index}` : "items";
}

function wayToMember({ nodes }: SchemaPlace, key: string): string {
  const isNamed = [...nodes.keys()].some(({ properties }) => isNode(properties) && Object.hasOwn(properties, key));
  return isNamed ? `member ${key}` : "members";
}

type Reached = readonly [child: SchemaNode, certain: boolean];

function itemsOf(
  { items, prefixItems, contains, unevaluatedItems, additionalItems }: SchemaNode,
  index: number,
): Reached[] {
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  return [
    ...reach(index < tuple.length ? tuple[index] : rest, true),
    ...reach(contains, false),
    ...reach(unevaluatedItems, false),
  ];
}

function membersOf(node: SchemaNode, key: string): Reached[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = node;
  const named = isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const byPattern = isNode(patternProperties) ? Object.values(patternProperties) : [];
  return [
    ...reach(named, true),
    ...byPattern.flatMap((child) => reach(child, false)),
    ...(named === undefined ? reach(additionalProperties, byPattern.length === 0) : []),
    ...reach(unevaluatedProperties, false),
  ];
}

function reach(child: unknown, certain: boolean): Reached[] {
  return isNode(child) ? [[child, certain]] : [];
}

/** The nodes that speak about one place: references followed, alternatives taken all at once. */
function expand(referred: Referred, start: readonly Reached[]): SchemaPlace["nodes"] {
  const nodes = new Map<SchemaNode, { certain: boolean }>();
  const open: Reached[] = [...start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, certain] = next;
    const known = nodes.get(node);
    if (known && (known.certain || !certain)) continue;
    nodes.set(node, { certain });
    if (typeof node.$ref === "string") open.push(...reach(referred(node.$ref), certain));
    for (const part of listOf(node.allOf)) open.push(...reach(part, certain));
    const perhaps = [...listOf(node.anyOf), ...listOf(node.oneOf), node.if, node.then, node.else];
    const dependent = isNode(node.dependentSchemas) ? Object.values(node.dependentSchemas) : [];
    for (const part of [...perhaps, ...dependent]) open.push(...reach(part, false));
  }
  return nodes;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

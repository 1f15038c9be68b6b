import fc from "fast-check";

/**
 * Requests made from the document alone, as any client of it would make them, and spoilt in the ways that a careless or hostile one would:
 * of the wrong type, too long, too deep, with fields too many or too few, with a key of somebody else's, as another kind of text.
 */
type Schema = { readonly [word: string]: unknown };

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
    readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  };
}

/** Things that exist, so that not every request is about nothing. */
export interface Material {
  readonly keys: readonly string[];
  readonly tools: readonly string[];
  readonly ids: () => readonly string[];
}

export interface RandomRequest {
  readonly method: string;
  /** As the document has it. */
  readonly template: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

const HOSTILE = [
  "",
  "\0",
  "\ud800",
  "__proto__",
  "constructor",
  "'; drop table agents.agents; --",
  "%00",
  "../..",
  "⟦credential⟧",
  "ü".repeat(300),
  "x".repeat(300_000),
];
/** Few, so that what one of them took is now and then what it reports. */
const RUNNERS = ["5f0d3d1e-6d0c-4d9b-9a53-1c2f0f3f7a01", "5f0d3d1e-6d0c-4d9b-9a53-1c2f0f3f7a02"];
const hostile = fc.constantFrom(...HOSTILE);
const anything = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, -1, 1e308, 2 ** 53, true, [], {}, 0.1),
  fc.constant(deep(60)),
);

function deep(levels: number): unknown {
  return levels === 0 ? 1 : { d: deep(levels - 1) };
}

export function arbitraryRequest(
  operations: readonly DocumentedOperation[],
  material: Material,
): fc.Arbitrary<RandomRequest> {
  return fc.constantFrom(...operations).chain((documented) => requestOf(documented, material));
}

function requestOf({ method, path, operation }: DocumentedOperation, material: Material): fc.Arbitrary<RandomRequest> {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return fc
    .record({
      params: fc.tuple(
        ...of("path").map(({ schema }) =>
          mostly(
            idOr(schema, material),
            hostile.filter((word) => word.length < 1_000),
          ),
        ),
      ),
      query: fc.tuple(
        ...of("query").map(({ name, schema }) =>
          fc.option(
            mostly(queryValue(name, schema, material), fc.constantFrom("", "0", "-1", "x", "99999999999999999999")),
            { freq: 2 },
          ),
        ),
      ),
      stray: fc.option(fc.constant(["stray", "1"] as const), { freq: 12 }),
      key: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...material.keys) },
        { weight: 1, arbitrary: fc.constantFrom("", "alk_live_x", "x y") },
      ),
      cursor: fc.option(fc.constantFrom("0-0", "1-1", "9223372036854775807-1", "x"), { freq: 4 }),
      type: fc.oneof(
        { weight: 14, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: fc.constantFrom("text/plain", "", "application/json; charset=utf-8") },
      ),
      body: schema
        ? fc.oneof(
            { weight: 9, arbitrary: fitting(schema, material).map((value) => JSON.stringify(value)) },
            { weight: 6, arbitrary: spoilt(schema, material).map((value) => JSON.stringify(value)) },
            {
              weight: 2,
              arbitrary: fc.constantFrom(
                "",
                "{",
                "null",
                "[]",
                '{"tool":"a","tool":"b"}',
                "\u00ff",
                '{"a":1e999}',
                "x".repeat(300_000),
              ),
            },
          )
        : fc.option(fc.constant("{}"), { freq: 8 }),
    })
    .map(({ params, query, stray, key, cursor, type, body }) => {
      const names = of("path").map(({ name }) => name);
      const filled = names.reduce((left, name, at) => left.replace(`{${name}}`, encode(text(params[at]))), path);
      const fields = of("query").flatMap(({ name }, at) => {
        const value = query[at];
        return value === null || value === undefined ? [] : [`${name}=${encode(text(value))}`];
      });
      if (stray) fields.push(stray.join("="));
      const sends = method === "post" && body !== null && body !== undefined;
      return {
        method: method.toUpperCase(),
        template: path,
        path: `/api/v1${filled}${fields.length > 0 ? `?${fields.join("&")}` : ""}`,
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(cursor && path === "/events" ? { "last-event-id": cursor } : {}),
          ...(sends && type ? { "content-type": type } : {}),
        },
        ...(sends ? { body } : {}),
      };
    });
}

/** A path has no empty part and no dots that a client would follow; halves of pairs cannot be written in it at all. */
function encode(value: string): string {
  const whole = value.isWellFormed() ? value : "broken";
  return /^\.{0,2}$/.test(whole) ? "none" : encodeURIComponent(whole);
}

function mostly(good: fc.Arbitrary<unknown>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function idOr(schema: Schema, { ids }: Material): fc.Arbitrary<unknown> {
  return schema.format === "uuid"
    ? fc.oneof(
        fc.uuid(),
        fc.nat().map((at) => ids()[at % Math.max(1, ids().length)] ?? "none"),
      )
    : fc.string({ minLength: 1, maxLength: 40 });
}

/** Nobody waits for long in a trial. */
function queryValue(name: string, schema: Schema, material: Material): fc.Arbitrary<unknown> {
  return name === "waitSeconds" ? fc.constantFrom("0", "0", "1") : fitting(schema, material, name);
}

/** A value that the schema allows. */
function fitting(schema: Schema, material: Material, name = ""): fc.Arbitrary<unknown> {
  if (name === "tool")
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...material.tools) },
      { weight: 1, arbitrary: fc.constant("no_such_tool") },
    );
  if (name === "waitSeconds") return fc.constant(0);
  if (name === "actionType") return fc.constantFrom("fs:read", "org:hire", "made:up");
  if (name === "fence") return fc.integer({ min: 1, max: 3 });
  if (name === "runner") return fc.constantFrom(...RUNNERS);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => fitting(one as Schema, material)));
  const { minLength = 0, maxLength = 60, minimum = 0, maximum = 1_000_000 } = schema as Record<string, number>;
  switch (schema.type) {
    case "object":
      return objectOf(schema, material);
    case "array":
      return fc.array(fitting(schema.items as Schema, material), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(4, Number(schema.maxItems ?? 4)),
      });
    case "integer":
      return fc.integer({ min: minimum, max: Math.min(maximum, 1_000_000) });
    case "number":
      return fc.integer({ min: minimum, max: Math.min(maximum, 1_000) });
    case "boolean":
      return fc.boolean();
    case "string":
      if (schema.format === "uuid")
        return fc.oneof(
          fc.uuid(),
          fc.nat().map((at) => material.ids()[at % Math.max(1, material.ids().length)] ?? "none"),
        );
      if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern));
      return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 60) });
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: Schema, material: Material): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const required = new Set((schema.required ?? []) as string[]);
  return fc.record(Object.fromEntries(properties.map(([name, part]) => [name, fitting(part, material, name)])), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  });
}

/** Almost right: one field of another kind, one too many, or one missing. */
function spoilt(schema: Schema, material: Material): fc.Arbitrary<unknown> {
  const names = Object.keys((schema.properties ?? {}) as object);
  return fc
    .tuple(
      fitting(schema, material),
      fc.constantFrom(...names, "surprise"),
      anything,
      fc.constantFrom("set", "set", "drop"),
    )
    .map(([value, name, other, how]) => {
      const copy: Record<string, unknown> = typeof value === "object" ? { ...value } : {};
      if (how === "drop") delete copy[name];
      else if (name !== "waitSeconds" || typeof other !== "number") copy[name] = other;
      return copy;
    });
}

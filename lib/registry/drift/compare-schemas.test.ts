import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "./compare-schemas.ts";

type Schema = boolean | { [keyword: string]: unknown };

/** Nothing among these says that more is accepted, or that it could be. */
const NOT_WIDER = new Set([
  "schema.narrowed",
  "schema.reordered",
  "schema.property.required",
  "schema.property.dropped",
  "schema.default.removed",
]);
const isProvedNarrower = (before: Schema, after: Schema): boolean =>
  compareSchemas(before, after, "").every(({ code }) => NOT_WIDER.has(code) || code.startsWith("text."));

const bound = fc.integer({ min: 0, max: 4 });
const scalar = fc.oneof(bound, fc.constantFrom("", "a", "ab", "b", null, true, 1.5));
const types = fc.subarray(["string", "number", "integer", "object", "array", "boolean", "null"], { minLength: 1 });

const { schema } = fc.letrec<{ schema: Schema; keywords: Schema }>((tie) => {
  const member = tie("schema");
  const members = fc.array(member, { minLength: 1, maxLength: 2 });
  const keyword = {
    type: types,
    minimum: bound,
    maximum: bound,
    exclusiveMaximum: bound,
    multipleOf: fc.constantFrom(1, 2, 3, 4, 0.5),
    minLength: bound,
    maxLength: bound,
    pattern: fc.constantFrom("a", "^a"),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) }),
    const: scalar,
    required: fc.subarray(["x", "y"]),
    properties: fc.dictionary(fc.constantFrom("x", "y"), member, { maxKeys: 2, noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom("x", "^"), member, { maxKeys: 1, noNullPrototype: true }),
    additionalProperties: member,
    propertyNames: member,
    minProperties: bound,
    maxProperties: bound,
    items: member,
    prefixItems: members,
    minItems: bound,
    maxItems: bound,
    uniqueItems: fc.boolean(),
    contains: member,
    minContains: bound,
    allOf: members,
    anyOf: members,
    oneOf: members,
    not: member,
    if: member,
    else: member,
    unevaluatedProperties: member,
    dependentRequired: fc.constantFrom({ x: ["y"] }, { y: ["x"] }),
    $ref: fc.constantFrom("#/$defs/a", "#"),
    description: fc.constantFrom("One.", "Two."),
  };
  const entries = Object.entries(keyword).map(([name, values]) => fc.tuple(fc.constant(name), values));
  const some = fc.array(fc.oneof(...entries), { maxLength: 3 });
  return {
    schema: fc.oneof({ maxDepth: 3, depthSize: "small" }, fc.boolean(), tie("keywords")),
    keywords: some.map((pairs) => Object.fromEntries(pairs)),
  };
});

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    scalar,
    fc.dictionary(fc.constantFrom("x", "y", "z"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

/** One or two keywords put in, taken out or replaced somewhere: what an author, or an attacker, does to a schema. */
const edits = fc.array(fc.record({ place: fc.nat(20), donor: schema, keyword: fc.nat(40) }), {
  minLength: 1,
  maxLength: 2,
});

function applyEdits(before: Schema, changes: readonly { place: number; donor: Schema; keyword: number }[]): Schema {
  const after = structuredClone(before);
  for (const { place, donor, keyword } of changes) {
    const places = schemasIn(after);
    const target = places[place % Math.max(places.length, 1)];
    if (!target) continue;
    const given = typeof donor === "object" ? Object.entries(donor) : [];
    const [name, put] = given[keyword % Math.max(given.length, 1)] ?? [];
    const own = Object.keys(target);
    if (name === undefined || keyword % 3 === 0) delete target[own[keyword % Math.max(own.length, 1)] ?? ""];
    else target[name] = structuredClone(put);
  }
  return after;
}

function schemasIn(node: unknown): { [keyword: string]: unknown }[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(schemasIn);
  return Array.isArray(node) ? below : [node as { [keyword: string]: unknown }, ...below];
}

const compiler = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/** Undefined where the edit made something that is no schema, or one that refers to itself for ever. */
function validator(root: Schema): ((candidate: unknown) => boolean) | undefined {
  const withDefinitions = typeof root === "object" ? { $defs: { a: { maximum: 2 } }, ...root } : root;
  try {
    const validate = compiler.compile(withDefinitions);
    return (candidate) => {
      try {
        return validate(candidate) === true;
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    };
  } catch {
    return undefined;
  }
}

/** Pairs that were judged narrower, and a value that only the later one accepts. */
function findCounterexamples(judge: (before: Schema, after: Schema) => boolean, runs: number, seed: number) {
  let judged = 0;
  const wrong: string[] = [];
  fc.assert(
    fc.property(schema, edits, fc.array(value, { minLength: 20, maxLength: 20 }), (before, changes, values) => {
      const after = applyEdits(before, changes);
      if (JSON.stringify(before) === JSON.stringify(after) || !judge(before, after)) return;
      const [accepts, accepted] = [validator(after), validator(before)];
      if (!accepts || !accepted) return;
      judged += 1;
      const found = values.find((candidate) => accepts(candidate) && !accepted(candidate));
      if (found !== undefined) wrong.push(JSON.stringify({ before, after, found }));
    }),
    { numRuns: runs, seed },
  );
  return { judged, wrong };
}

describe("narrower is proved", () => {
  test("no value is accepted by a schema judged narrower that the earlier one refused", () => {
    const { judged, wrong } = findCounterexamples(isProvedNarrower, 1500, 20_261_116);
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(60);
  });

  test("the search for such a value bites: it finds one where every added keyword counts as narrower", () => {
    const careless = (before: Schema, after: Schema): boolean =>
      compareSchemas(before, after, "").every(({ code }) => NOT_WIDER.has(code) || code === "schema.unproved");
    expect(findCounterexamples(careless, 300, 20_261_116).wrong.length).toBeGreaterThan(0);
  });

  test.each<[what: string, before: Schema, after: Schema, narrower: boolean]>([
    ["under a negation less is more", { not: { maximum: 5 } }, { not: { maximum: 3 } }, false],
    ["under an only-one-of too", { oneOf: [{ maximum: 5 }] }, { oneOf: [{ maximum: 3 }] }, false],
    [
      "what a negation refers to",
      { $defs: { a: { maximum: 5 } }, not: { $ref: "#/$defs/a" } },
      { $defs: { a: { maximum: 3 } }, not: { $ref: "#/$defs/a" } },
      false,
    ],
    [
      "what is only referred to plainly",
      { $defs: { a: { maximum: 5 } }, allOf: [{ $ref: "#/$defs/a" }] },
      { $defs: { a: { maximum: 3 } }, allOf: [{ $ref: "#/$defs/a" }] },
      true,
    ],
    [
      "a condition that lets more count as looked at",
      { unevaluatedProperties: false, allOf: [] },
      { unevaluatedProperties: false, allOf: [{ properties: { x: true } }] },
      false,
    ],
    ["one alternative fewer", { anyOf: [{ type: "string" }, { type: "null" }] }, { anyOf: [{ type: "string" }] }, true],
    ["no alternatives at all", { anyOf: [{ type: "string" }] }, {}, false],
    ["one alternative more", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "string" }, true] }, false],
    ["a number that becomes whole", { type: "number" }, { type: "integer" }, true],
    ["a whole number that becomes any", { type: "integer" }, { type: "number" }, false],
    ["another pattern", { pattern: "^a" }, { pattern: "^ab" }, false],
    ["everything, written differently", true, {}, true],
    ["nothing", { type: "string" }, false, true],
    ["from nothing to something", false, { const: 1 }, false],
  ])("%s", (_, before, after, narrower) => {
    expect(isProvedNarrower(before, after)).toBe(narrower);
  });
});

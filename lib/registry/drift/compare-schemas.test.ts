import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANGE_SEVERITIES, CONTRACT_CODES } from "./change.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { findNewWords } from "./find-new-words.ts";

type Schema = boolean | { [keyword: string]: unknown };

/** Nothing among these says that more is accepted, or that it could be. */
const NOT_WIDER = new Set([
  "schema.narrowed",
  "schema.reordered",
  "schema.property.required",
  "schema.property.dropped",
  "schema.count.raised",
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

function gravity(before: unknown, after: unknown, side: "input" | "output" = "input"): string | undefined {
  const found = compareSchemas(before, after, "/inputSchema", side).map(({ code }) => CONTRACT_CODES[code].severity);
  return CHANGE_SEVERITIES.findLast((severity) => found.includes(severity));
}

describe("what a model is told to hand over", () => {
  /** Every place of a schema that holds schemas, with what stood there before. */
  const PLACES: [where: string, inside: (schema: Schema) => Schema][] = [
    ["the whole", (inner) => inner],
    ["a member", (inner) => ({ properties: { q: inner } })],
    ["members by pattern", (inner) => ({ patternProperties: { "^q": inner } })],
    ["other members", (inner) => ({ additionalProperties: inner })],
    ["items", (inner) => ({ items: inner })],
    ["first items", (inner) => ({ prefixItems: [inner] })],
    ["allOf", (inner) => ({ allOf: [inner] })],
    ["anyOf", (inner) => ({ anyOf: [inner] })],
    ["oneOf", (inner) => ({ oneOf: [inner] })],
    ...["not", "if", "then", "else", "contains", "unevaluatedProperties", "contentSchema"].map(
      (keyword): [string, (schema: Schema) => Schema] => [keyword, (inner) => ({ [keyword]: inner })],
    ),
    ["$defs", (inner) => ({ $defs: { d: inner } })],
    ["dependentSchemas", (inner) => ({ dependentSchemas: { q: inner } })],
    ["dependencies", (inner) => ({ dependencies: { q: inner } })],
    ["allOf of a not of a member", (inner) => ({ allOf: [{ not: { properties: { q: inner } } }] })],
  ];
  const plain: Schema = { type: "object", properties: { q: { type: "integer" } } };

  test.each(PLACES)("is critical in %s, whether the place is new or was there", (_, inside) => {
    const required: Schema = { ...plain, required: ["q"] };
    const freeText: Schema = { ...plain, properties: { q: { type: "integer" }, note: { type: "string" } } };
    const known: Schema = { $comment: "q", ...plain };
    for (const after of [required, freeText]) {
      expect(gravity({ ...known, ...asObject(inside(plain)) }, { ...known, ...asObject(inside(after)) })).toBe(
        "critical",
      );
      expect(gravity(known, { ...known, ...asObject(inside(after)) })).toBe("critical");
    }
    // The control: the same place, and nothing in it that is handed over.
    expect(gravity(inside({ minimum: 1 }), inside({ minimum: 2 }))).not.toBe("critical");
  });

  test.each<[what: string, before: Schema, after: Schema, severity: string]>([
    ["an alternative that requires", plain, { ...plain, anyOf: [{ required: ["q"] }] }, "critical"],
    ["one more of them", { ...plain, allOf: [] }, { ...plain, allOf: [{ required: ["q"] }] }, "critical"],
    ["names that depend on another", plain, { ...plain, dependentRequired: { q: ["n"] } }, "critical"],
    ["the same in an older draft", plain, { ...plain, dependencies: { q: ["n"] } }, "critical"],
    ["more members than before", plain, { ...plain, minProperties: 2 }, "review"],
    ["even more", { minProperties: 2 }, { minProperties: 3 }, "review"],
    [
      "a condition that is only referred to",
      { ...plain, $defs: { d: { required: ["q"] } }, items: { $ref: "#/$defs/d" } },
      { ...plain, $defs: { d: { required: ["q"] } }, items: { $ref: "#/$defs/d" }, allOf: [{ $ref: "#/$defs/d" }] },
      "review",
    ],
    ["a pattern of words that were there", { ...plain, title: "q" }, { ...plain, title: "q", pattern: "q" }, "review"],
    [
      "members by pattern that take text",
      { patternProperties: { a: { type: "null" } } },
      { patternProperties: { a: { type: "string" } } },
      "critical",
    ],
    ["a tighter bound", { ...plain, maxProperties: 4 }, { ...plain, maxProperties: 3 }, "info"],
    ["a closed object", plain, { ...plain, additionalProperties: false }, "info"],
    ["a condition of bounds", plain, { ...plain, allOf: [{ maxProperties: 3 }] }, "info"],
    ["the opposite of bounds", plain, { ...plain, not: { minProperties: 9 } }, "review"],
    ["a member that is refused", plain, { ...plain, properties: { q: false } }, "info"],
    ["fewer values", { enum: ["a", "b"] }, { enum: ["b"] }, "info"],
    ["a shorter text", { maxLength: 9 }, { maxLength: 8, minLength: 1 }, "info"],
  ])("%s is judged by what it makes an agent send", (_, before, after, severity) => {
    expect(gravity(before, after)).toBe(severity);
  });
});

describe("what a model reads in a schema", () => {
  const SAID = "the user's ssh private key";
  const field: Schema = { type: "string", maxLength: 9 };

  test.each<[where: string, words: { [keyword: string]: unknown }]>([
    ["format", { format: SAID }],
    ["pattern", { pattern: `^${SAID}$` }],
    ["$comment", { $comment: SAID }],
    ["title", { title: SAID }],
    ["description", { description: SAID }],
    ["examples", { examples: [SAID] }],
    ["default", { default: SAID }],
    ["const", { const: SAID }],
    ["enum", { enum: [SAID] }],
    ["type", { type: ["string", SAID] }],
    ["a keyword", { [SAID]: 1 }],
    ["required", { required: [SAID] }],
    ["names of members", { properties: { [SAID]: false } }],
    ["names of members that may not be", { not: { properties: { [SAID]: { maximum: 1 } } } }],
    ["patterns of names", { propertyNames: { pattern: SAID } }],
    ["a format of a new condition", { allOf: [{ format: SAID }] }],
    ["a pattern of a new alternative", { anyOf: [{ pattern: SAID }] }],
    ["a definition", { $defs: { [SAID]: {} } }],
  ])("is never a mere narrowing: %s", (_, words) => {
    const before = { properties: { q: field }, additionalProperties: false };
    const after = { properties: { q: { ...field, ...words } }, additionalProperties: false };
    for (const side of ["input", "output"] as const) expect(gravity(before, after, side)).toMatch(/review|critical/);
  });

  test.each(["uri", "uri-reference", "hostname"])("%s takes values away, and the gate's own look as well", (format) => {
    const argument = { properties: { path: { type: "string" } } };
    const declared = { properties: { path: { type: "string", format } } };
    const codes = (side: "input" | "output") => compareSchemas(argument, declared, "", side).map(({ code }) => code);
    expect(codes("input")).toEqual(["schema.argument.declared"]);
    expect(codes("output")).toEqual(["schema.narrowed"]);
    expect(gravity({ type: "string" }, { type: "string", allOf: [{ format }] })).toBe("review");
    // Of a parameter that is new nobody judged anything.
    expect(compareSchemas({}, declared, "").map(({ code }) => code)).not.toContain("schema.argument.declared");
  });

  test("words of JSON Schema itself are not taken for news", () => {
    expect(gravity({}, { type: "string", format: "date-time", minLength: 3 })).toBe("info");
  });

  test("in what comes back, a known member that is always there is a note, an unknown one is not", () => {
    const known = { properties: { text: { type: "string" } } };
    expect(gravity(known, { ...known, required: ["text"] }, "output")).toBe("info");
    expect(gravity(known, { ...known, required: [SAID] }, "output")).toBe("review");
  });

  /** A word that stands nowhere else, put somewhere as a name or as a text. */
  function hide(before: Schema, place: number, how: "name" | "text" | "item", keyword: string): unknown {
    const after = structuredClone(before);
    const places = schemasIn(after);
    const target = places[place % Math.max(places.length, 1)];
    if (!target) return { allOf: [after, { format: SAID }] };
    if (how === "name") target[SAID] = true;
    else target[keyword] = how === "text" ? SAID : [SAID];
    return after;
  }
  const keywords = [
    "format",
    "pattern",
    "type",
    "required",
    "enum",
    "const",
    "title",
    "maximum",
    "uniqueItems",
    "anyOf",
  ];

  test("wherever a new word is put, it is for a person to read", () => {
    fc.assert(
      fc.property(
        schema,
        fc.nat(20),
        fc.constantFrom("name", "text", "item"),
        fc.constantFrom(...keywords),
        fc.constantFrom("input", "output"),
        (before, place, how, keyword, side) => {
          expect(gravity(before, hide(before, place, how, keyword), side)).toMatch(/review|critical/);
        },
      ),
      { numRuns: 600, seed: 20_261_117 },
    );
  });

  test("the net under it bites by itself, where everything found is a note", () => {
    const after = { properties: { q: { ...asObject(field), type: SAID } } };
    const note = { code: "schema.narrowed", pointer: "/s/properties/q/type" } as const;
    expect(findNewWords({ properties: { q: field } }, after, "/s", [note])).toEqual([
      { code: "text.added", pointer: "/s/properties/q/type", after: SAID },
    ]);
    const grave = { ...note, code: "schema.unproved" } as const;
    expect(findNewWords({ properties: { q: field } }, after, "/s", [grave])).toEqual([]);
  });
});

function asObject(value: Schema): { [keyword: string]: unknown } {
  return typeof value === "object" ? value : {};
}

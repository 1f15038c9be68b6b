import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { ToolContract } from "./contract.ts";
import { bodyHash, hashDefinition, partHashes, serverRoot } from "./hash.ts";
import { parseStrict } from "./parse-strict.ts";

/** What two versions of a tool are told apart by, for contracts and changes of every shape. */

const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter((it) => it.isWellFormed() && !it.includes("\0"));
const leaf = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isExact),
  fc.boolean(),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie("json"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(
    text.filter((key) => key !== "__proto__"),
    tie("json"),
    { maxKeys: 3 },
  ),
}));
const object = fc.dictionary(
  text.filter((key) => key !== "__proto__"),
  json,
  { maxKeys: 4 },
);

/** The schema's shape is not the point here: the hash has to hold for whatever stands in a field. */
const contract = fc
  .record(
    {
      name: text,
      title: text,
      description: text,
      summary: text,
      inputSchema: object,
      outputSchema: object,
      safetyClass: fc.constantFrom("read", "write"),
      egressClass: fc.constantFrom("none", "write"),
      category: fc.constantFrom("web", "memory"),
      actionType: text,
      idempotency: fc.constantFrom("required", "optional"),
      idempotent: fc.boolean(),
      policy: object,
      constraints: object,
      gate: object,
      outputContent: fc.constantFrom("prose", "verbatim"),
      effect: text,
      maxCost: fc.nat(),
      costTier: text,
      examples: fc.array(object, { maxLength: 2 }),
      failureModes: fc.array(text, { maxLength: 3 }),
      resources: fc.array(object, { maxLength: 2 }),
      requires: object,
      runtime: fc.constantFrom({ kind: "external" }, { kind: "command", argv: ["x", { input: "/a" }] }),
      annotations: object,
      icons: fc.array(object, { maxLength: 2 }),
      other: object,
    },
    { requiredKeys: ["name", "description", "inputSchema", "outputSchema", "policy", "runtime"] },
  )
  .map((made) => made as unknown as ToolContract);

function isExact(number: number): boolean {
  return !Number.isInteger(number) || Number.isSafeInteger(number);
}

type Json = unknown;
type Path = readonly (string | number)[];

/** Every place in a value, the value itself included. */
function* places(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  yield { path, value };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* places(item, [...path, index]);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* places(item, [...path, key]);
  }
}

function replaced(value: Json, path: Path, change: (old: Json) => Json): Json {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? replaced(item, rest, change) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [key, key === head ? replaced(item, rest, change) : item]),
  );
}

/** The smallest changes there are at one place: a value, a type, a member more, less, renamed, moved. */
function changesAt(value: Json): ((old: Json) => Json)[] {
  if (typeof value === "string") {
    return [(old) => `${old} `, (old) => `${old}\u200b`, (old) => `x${old}`, () => null, () => [value]];
  }
  if (typeof value === "number") return [(old) => (old as number) / 2 + 0.25, (old) => String(old)];
  if (typeof value === "boolean") return [(old) => !old, (old) => (old ? 1 : 0), (old) => String(old)];
  if (Array.isArray(value)) {
    const first = value[0];
    return [
      (old) => [...(old as Json[]), null],
      (old) => [...(old as Json[]), ...(old as Json[]), "more"],
      ...(value.length > 0 ? [(old: Json) => (old as Json[]).slice(1)] : []),
      ...(value.length > 1 && canonicalJson(value.toReversed()) !== canonicalJson(value)
        ? [(old: Json) => (old as Json[]).toReversed()]
        : []),
      ...(first === undefined ? [] : [(old: Json) => ({ ...(old as object) })]),
    ];
  }
  if (typeof value === "object" && value !== null) {
    const [key] = Object.keys(value);
    const without = (old: Json): [string, Json][] => Object.entries(old as object).filter(([name]) => name !== key);
    return [
      (old) => Object.fromEntries([...Object.entries(old as object), ["one member more", null]]),
      ...(key === undefined
        ? [() => []]
        : [
            (old: Json) => Object.fromEntries(without(old)),
            (old: Json) => Object.fromEntries([...without(old), [`${key}\u200d`, (old as Record<string, Json>)[key]]]),
          ]),
    ];
  }
  return [() => 0, () => "null", () => ({})];
}

/** The same value with the members of every object in another order, and as text with other whitespace. */
function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffled(item)]),
  );
}

describe("the hash of a contract", () => {
  test("changes with any single change anywhere, and so does exactly the part that was changed", () => {
    let tried = 0;
    fc.assert(
      fc.property(contract, (before) => {
        const [hash, parts] = [hashDefinition(before), partHashes(before)];
        for (const { path, value } of places(before)) {
          const [field] = path;
          if (field === undefined) continue;
          for (const change of changesAt(value)) {
            const after = replaced(before, path, change) as ToolContract;
            const changed = partHashes(after);
            const fields = new Set([...Object.keys(parts), ...Object.keys(changed)] as (keyof ToolContract)[]);
            const differing = [...fields].filter((name) => parts[name] !== changed[name]);
            // One comparison a change: there are tens of thousands of them.
            const isRight = hashDefinition(after) !== hash && differing.length === 1 && differing[0] === field;
            if (!isRight) expect({ path, value, differing }).toBe("one other definition hash and one other part");
            tried += 1;
          }
        }
      }),
      { numRuns: 10 },
    );
    expect(tried).toBeGreaterThan(1_000);
  });

  test("changes when a field is added or taken away, and its part comes or goes", () => {
    fc.assert(
      fc.property(contract, (before) => {
        for (const field of Object.keys(before) as (keyof ToolContract)[]) {
          const { [field]: _gone, ...rest } = before;
          const after = rest as ToolContract;
          expect(hashDefinition(after)).not.toBe(hashDefinition(before));
          expect(Object.keys(partHashes(after)).sort()).toEqual(Object.keys(rest).sort());
        }
      }),
      { numRuns: 30 },
    );
  });

  test("never changes with the order of members or with whitespace", () => {
    fc.assert(
      fc.property(contract, (made) => {
        const hash = hashDefinition(made);
        expect(hashDefinition(shuffled(made) as ToolContract)).toBe(hash);
        const read = parseStrict(JSON.stringify(made, null, "\t ").replaceAll("\n", "\r\n "));
        if (!read.ok) throw new Error(read.message);
        expect(hashDefinition(read.value as ToolContract)).toBe(hash);
        expect(partHashes(read.value as ToolContract)).toEqual(partHashes(made));
      }),
      { numRuns: 60 },
    );
  });

  test("of the body changes with everything but the name and title", () => {
    fc.assert(
      fc.property(contract, text, text, (made, name, title) => {
        const hash = bodyHash(made);
        expect(bodyHash({ ...made, name, title })).toBe(hash);
        for (const { path, value } of places(made)) {
          const [field] = path;
          if (field === undefined || field === "name" || field === "title") continue;
          const [change] = changesAt(value);
          if (change && bodyHash(replaced(made, path, change) as ToolContract) === hash)
            expect(path).toBe("another body");
        }
      }),
      { numRuns: 15 },
    );
  });

  test("is the same by another implementation of RFC 8785", () => {
    fc.assert(
      fc.property(contract, (made) => {
        const text = canonicalize(made);
        expect(canonicalJson(made)).toBe(text);
        const digest = createHash("sha256").update(`airlock/tool-contract\0${"1"}\0${text}`).digest("hex");
        expect(hashDefinition(made)).toBe(`al1:sha256:${digest}`);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the root of a server", () => {
  const tools = [
    { name: "b", definitionHash: "al1:sha256:02" },
    { name: "a", definitionHash: "al1:sha256:01" },
  ];

  test("is recomputed by an outsider from the documented bytes", () => {
    const said = createHash("sha256").update("Be kind.").digest("hex");
    const bytes = `airlock/mcp-server\0${"1"}\0[["a","al1:sha256:01"],["b","al1:sha256:02"]]\0${said}`;
    expect(serverRoot(tools, "Be kind.")).toBe(`al1:sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  });

  /** Frozen, like every digest that is stored. */
  test("of a fixed server never changes", () => {
    expect(serverRoot(tools)).toBe("al1:sha256:9f3cbb6aac12e3eb75f2579546dc9f1d3496ecffa3aa007e0882449da4ed3b3c");
  });

  test("does not depend on the order of the list, and changes with everything else", () => {
    const root = serverRoot(tools, "x");
    expect(serverRoot(tools.toReversed(), "x")).toBe(root);
    const others = [
      serverRoot(tools),
      serverRoot(tools, ""),
      serverRoot(tools, "y"),
      serverRoot(tools.slice(1), "x"),
      serverRoot([...tools, ...tools], "x"),
      serverRoot(
        tools.map((tool) => ({ ...tool, name: `${tool.name}x` })),
        "x",
      ),
      serverRoot(
        tools.map(({ name }) => ({ name, definitionHash: "al1:sha256:03" })),
        "x",
      ),
    ];
    expect(new Set([root, ...others]).size).toBe(others.length + 1);
  });
});

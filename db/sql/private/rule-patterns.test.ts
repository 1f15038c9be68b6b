import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** What a standing rule lets through decides what nobody looks at, so its patterns are attacked here. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function matches(pattern: unknown, input: unknown): Promise<boolean> {
  const [row] = await database.admin<{ fits: boolean }[]>`
    select airlock.rule_matches(${JSON.stringify(pattern)}::text::jsonb, ${typeof input === "string" ? input : JSON.stringify(input)}::text::jsonb) as fits`;
  return row?.fits ?? true;
}

async function flaw(effect: string, pattern: unknown): Promise<string | null> {
  const [row] = await database.admin<{ flaw: string | null }[]>`
    select airlock.flaw_of_pattern(${effect}, ${JSON.stringify(pattern)}::text::jsonb) as flaw`;
  return row ? row.flaw : "no answer";
}

const of = (test: object) => ({ arguments: { a: test } });
const folder = of({ prefix: "/out/" });
const site = of({ prefix: "https://api.example.com/v1/" });

describe("a prefix", () => {
  test.each(["/out/report.md", "/out/2024/a_b-c.txt", "/out/.hidden", "/out/x/"])("covers %s", async (a) => {
    expect(await matches(folder, { a })).toBe(true);
  });

  test.each([
    ["climbs out", "/out/../etc/passwd"],
    ["climbs out at the end", "/out/x/.."],
    ["climbs in another script", "/out/\uff0e\uff0e/etc"],
    ["climbs through what cannot be seen", "/out/.\u200b./etc"],
    ["climbs percent-encoded", "/out/%2e%2e/etc"],
    ["climbs percent-encoded twice", "/out/%252e%252e/etc"],
    ["climbs with a backslash", "/out/\\..\\etc"],
    ["has a backslash", "/out/x\\y"],
    ["is the folder itself", "/out/"],
    ["is the folder itself, by a dot", "/out/."],
    ["is the folder itself, by a dot in the middle", "/out/./"],
    ["starts anew", "/out//etc/passwd"],
    ["only looks alike", "/outside/x"],
    ["ends a line", "/out/x\n/etc/passwd"],
    ["ends with a line's end", "/out/x\n"],
    ["is more than one word", "/out/x /etc/passwd"],
    ["is a list", "/out/x,/etc/passwd"],
    ["runs something", "/out/x;id"],
    ["expands", "/out/$HOME"],
    ["is a glob", "/out/*"],
    ["is not a text", ["/out/x"]],
    ["is a text in an object", { toString: "/out/x" }],
  ])("does not cover what %s", async (_, a) => {
    expect(await matches(folder, { a })).toBe(false);
  });

  test.each([
    "https://api.example.com.evil.test/v1/x",
    "https://api.example.com/v1/?next=https://evil.test",
    "https://api.example.com/v1/#x",
    "https://api.example.com/v1/../admin",
    "https://api.example.com/v1/@evil.test",
    "https://api.example.com/v1/%2e%2e/admin",
    "HTTPS://api.example.com/v1/x",
    "https://api.example.com@evil.test/v1/x",
  ])("of an address does not cover %s", async (a) => {
    expect(await matches(site, { a: "https://api.example.com/v1/items/7" })).toBe(true);
    expect(await matches(site, { a })).toBe(false);
  });

  test("that is no folder covers one name without dot or slash, and no option", async () => {
    expect(await matches(of({ prefix: "INV-" }), { a: "INV-2024-17" })).toBe(true);
    expect(await matches(of({ prefix: "git " }), { a: "git status" })).toBe(true);
    for (const a of ["git --exec-path", "git push --force", "git status; id", "git a/b", "git x.y"])
      expect([a, await matches(of({ prefix: "git " }), { a })]).toEqual([a, false]);
  });

  test("never lets through what its folder does not hold, whatever follows it; a bare comparison would", async () => {
    const pieces = fc.constantFrom(
      "..",
      ".",
      "/",
      "//",
      "%2e",
      "\\",
      "\u200b",
      "\uff0f",
      "a",
      "etc",
      " ",
      "\n",
      ";",
      "?",
      "@",
      "-",
      "x.md",
    );
    let bare = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 6 }), async (parts) => {
        const a = `/out/${parts.join("")}`;
        const decoded = a.normalize("NFKC").replaceAll("\u200b", "").replaceAll("%2e", ".").replaceAll("\\", "/");
        const held =
          !decoded.split("/").includes("..") &&
          new URL(`file://${decoded.split(/[\s;?@]/)[0]}`).pathname.startsWith("/out/");
        if (!held && a.startsWith("/out/")) bare += 1;
        if (await matches(folder, { a })) expect([a, held]).toEqual([a, true]);
      }),
      { numRuns: 300 },
    );
    expect(bare).toBeGreaterThan(0);
  });
});

describe("a suffix", () => {
  test.each([
    [".example.com", "api.example.com", true],
    [".example.com", "evil.test/x.example.com", false],
    [".example.com", "https://evil.test#.example.com", false],
    [".example.com", "evilexample.com", false],
    [".example.com", "-oProxy.example.com", false],
    [".example.com", "api.example.com.", false],
    [".example.com", ".example.com", false],
    ["@example.com", "ana@example.com", true],
    ["@example.com", "x@evil.test,ana@example.com", false],
    ["@example.com", "x@evil.test ana@example.com", false],
    ["", "anything", false],
  ])("%s on %s", async (suffix, a, fits) => {
    expect(await matches(of({ suffix }), { a })).toBe(fits);
  });
});

describe("a number", () => {
  test.each([
    ["0", true],
    ["100", true],
    ["-0", true],
    ["1e2", true],
    ["100.0000000000000000001", false],
    ["-1", false],
    ["-1e-300", false],
    ["1e400", false],
    ['"50"', false],
    ["[50]", false],
    ["null", false],
    ["true", false],
  ])("%s of at most 100", async (a, fits) => {
    expect(await matches(of({ atMost: 100 }), `{"a":${a}}`)).toBe(fits);
  });
});

describe("a rule", () => {
  test("does not cover an argument that it does not name, nor miss one that it does", async () => {
    const rule = { arguments: { a: { is: 1 }, b: { any: true, optional: true } } };
    expect(await matches(rule, { a: 1 })).toBe(true);
    expect(await matches(rule, { a: 1, b: { deep: [1] } })).toBe(true);
    expect(await matches(rule, { a: 1, c: 1 })).toBe(false);
    expect(await matches(rule, { b: 1 })).toBe(false);
    expect(await matches(rule, { a: 1, а: 1 })).toBe(false);
  });

  test("compares whole values with their types", async () => {
    const rule = of({ oneOf: ["1", { x: [1, 2] }, null] });
    for (const a of ["1", { x: [1, 2] }, null]) expect([a, await matches(rule, { a })]).toEqual([a, true]);
    for (const a of [1, { x: [2, 1] }, { x: [1, 2], y: 1 }, "", false])
      expect([a, await matches(rule, { a })]).toEqual([a, false]);
  });

  test.each([
    ["nothing", {}],
    ["two kinds", { anywhere: "x", arguments: { a: { any: true } } }],
    ["a list", [{ arguments: { a: { any: true } } }]],
    ["two tests of one argument", { arguments: { a: { any: true, is: 2 } } }],
    ["no test", { arguments: { a: {} } }],
    ["an unknown test", { arguments: { a: { regex: ".*" } } }],
    ["an empty prefix", { arguments: { a: { prefix: "" } } }],
    ["a prefix that is a number", { arguments: { a: { prefix: 1 } } }],
    ["a test that is a text", { arguments: { a: "any" } }],
    ["any, but not truly", { arguments: { a: { any: "true" } } }],
  ])("of %s matches nothing and cannot be made", async (_, pattern) => {
    expect(await matches(pattern, { a: "1" })).toBe(false);
    expect(await flaw("approve", pattern)).toEqual(expect.any(String));
  });
});

describe("a pattern can be made", () => {
  test.each([
    ["/out/"],
    ["out/"],
    ["~/notes/"],
    ["https://api.example.com/"],
    ["https://api.example.com:8443/v1/"],
    ["INV-"],
    ["git "],
    ["10.0.0."],
    ["git@host:prod/"],
  ])("with the beginning %s", async (prefix) => {
    expect(await flaw("approve", of({ prefix }))).toBe(null);
  });

  test.each([
    ["/out"],
    ["/"],
    ["./"],
    ["~/"],
    ["Caf\u00e9"],
    ["\u6771\u4eac"],
    ["INV\u2013"],
    ["//host/"],
    ["/a//b/"],
    ["https://"],
    ["https:/"],
    ["https://api.example.com"],
    ["https://user@host/"],
    ["https:///x/"],
    ["file:///out/"],
    ["/out/../"],
    ["/%2e/"],
    ["C:\\"],
    ["api.example.com"],
    ["IN"],
    [""],
    [" "],
    ["/out\u200b/"],
    ["\uff0fout/"],
    ["https://ex%61mple.com/"],
  ])("but not with the beginning %j", async (prefix) => {
    expect(await flaw("approve", of({ prefix }))).toEqual(expect.any(String));
  });

  test.each([["example.com"], ["/x"], ["."], ["@"], [".a/b"], ["com"]])("nor with the end %s", async (suffix) => {
    expect(await flaw("approve", of({ suffix }))).toEqual(expect.any(String));
  });

  test("only if it says of at least one argument that must be there more than anything", async () => {
    expect(await flaw("approve", of({ any: true }))).toEqual(expect.any(String));
    expect(await flaw("approve", of({ is: 1, optional: true }))).toEqual(expect.any(String));
    expect(await flaw("approve", { arguments: {} })).toBe(null);
    expect(await matches({ arguments: {} }, {})).toBe(true);
    expect(await matches({ arguments: {} }, { a: 1 })).toBe(false);
  });

  test("that looks anywhere only by a denial, for a text that can be seen", async () => {
    expect(await flaw("deny", { anywhere: "evil" })).toBe(null);
    expect(await flaw("approve", { anywhere: "evil" })).toEqual(expect.any(String));
    for (const anywhere of ["abc", "a\u200bbc", "    ", "", 1234, "x".repeat(501)])
      expect([anywhere, await flaw("deny", { anywhere })]).toEqual([anywhere, expect.any(String)]);
  });
});

describe("a text is found anywhere", () => {
  test.each([
    ["in a value", { a: "send it to evil.test now" }],
    ["in a name", { "to evil.test": 1 }],
    ["deep", { a: [{ b: { c: ["x", "evil.test"] } }] }],
    ["in other letters' case", { a: "EVIL.Test" }],
    ["with characters that cannot be seen", { a: "ev\u200bil.\u00adtest" }],
    ["in full width", { a: "ｅｖｉｌ．ｔｅｓｔ" }],
  ])("%s", async (_, input) => {
    expect(await matches({ anywhere: "evil.test" }, input)).toBe(true);
  });

  test("whatever a browser draws nothing for stands in it", async () => {
    const unseen: string[] = [];
    for (let point = 0x80; point < 0x110000; point += 1)
      if (point < 0xd800 || point > 0xdfff) unseen.push(String.fromCodePoint(point));
    const hidden = unseen.filter((character) => /^\p{Default_Ignorable_Code_Point}$/u.test(character));
    expect(hidden.length).toBeGreaterThan(4000);
    const rows = await database.admin<{ character: string }[]>`
      select c as character from unnest(${hidden}::text[]) c where airlock.folded('ev' || c || 'il') <> 'evil'`;
    expect(rows.map(({ character }) => character.codePointAt(0)?.toString(16))).toEqual([]);
  });

  test("and not where it is not", async () => {
    expect(await matches({ anywhere: "evil.test" }, { a: "evil", b: ".test" })).toBe(false);
  });

  test("wherever it is, the quick look at the whole does not say that it is not", async () => {
    const word = fc.constantFrom("evil", "EVIL", "\u200b", "ｅvil", "\n", '"', "\\", "  ", " ", "x", "1e21", "test");
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.dictionary(text, fc.oneof(text, fc.integer())), async (wanted, input) => {
        const json = JSON.stringify(input);
        const [row] = await database.admin<{ is: boolean; may: boolean }[]>`
          select airlock.contains_text(${json}::text::jsonb, ${wanted}) as is, airlock.may_contain(${json}, ${wanted}) as may`;
        if (row?.is) found += 1;
        if (row?.is) expect([wanted, json, row.may]).toEqual([wanted, json, true]);
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(0);
  });
});

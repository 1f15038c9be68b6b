import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Unicode keeps it from being a character; it stands between two words. */
const BETWEEN = "\ufdd0";

async function wordsOf(value: unknown): Promise<string[]> {
  const [row] = await database.admin<{ words: string }[]>`
    select airlock.words_of(${JSON.stringify(value)}::text::jsonb) as words`;
  return (row?.words ?? "").split(BETWEEN).sort();
}

/** The same by walking the value. */
function walked(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(walked);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...walked(inner)]);
}

test("every name, text and number of a value is among its words, as it is and apart from the others", async () => {
  const plain = fc.string({ unit: "grapheme" }).filter((text) => !/[\0\ufdd0]/.test(text) && text.isWellFormed());
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      plain,
      fc.integer(),
      fc.constantFrom(null, true, '"', "\\", '\\"', "\n", "\u0001", ", ", '": "', "{}", "-1", "é\u0301", "\u{1f600}"),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(plain, fc.constantFrom('a"b', "\\", "")), tie("value"), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const expected = walked(given).sort();
      expect(await wordsOf(given)).toEqual(expected.length > 0 ? expected : [""]);
    }),
    { numRuns: 300 },
  );
});

test("a number stands as it is written without an exponent, by forty of its digits at the most", async () => {
  expect(await wordsOf([1.5, -3, 1e21, 1e-7])).toEqual(["-3", "0.0000001", "1.5", "1000000000000000000000"]);
  expect(await wordsOf([1e308])).toEqual([`1${"0".repeat(39)}`]);
});

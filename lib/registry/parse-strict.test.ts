import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseStrict } from "./parse-strict.ts";

function readValue(source: string | Uint8Array): unknown {
  const outcome = parseStrict(source);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

describe("strict reading of JSON", () => {
  test("agrees with JSON.parse on everything that is unambiguous", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const outcome = parseStrict(text);
        if (outcome.ok) expect(outcome.value).toEqual(JSON.parse(text));
        else expect(text).toMatch(/\d{15}|\d[eE]|\\u/);
      }),
    );
  });

  test("never accepts what JSON.parse refuses, and never throws", () => {
    const soup = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0019eE.-+truefalsn \n\t\u0007a') });
    fc.assert(
      fc.property(soup, (text) => {
        const outcome = parseStrict(text);
        if (outcome.ok) expect(outcome.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  // Each of these is fine for JSON.parse: that is the control which shows that the refusal is ours.
  test.each([
    ["a key given twice", '{"path":"/workspace/a","path":"/etc/passwd"}'],
    ["a key given twice, once escaped", '{"path":1,"p\\u0061th":2}'],
    ["__proto__ given twice", '{"__proto__":1,"__proto__":2}'],
    ["an integer that would be rounded", "9007199254740993"],
    ["a rounded integer written with an exponent", "1e30"],
    ["a number that becomes infinite", "1e999"],
    ["a lone surrogate", '"\\ud800"'],
    ["a lone surrogate in a key", '{"\\udc00":1}'],
    ["an escaped NUL", '"a\\u0000b"'],
    ["nesting beyond 32", "[".repeat(34) + "]".repeat(34)],
  ])("refuses %s, which JSON.parse accepts", (_name, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(parseStrict(text)).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test.each([
    "",
    " ",
    "{",
    '{"a":}',
    "[1,]",
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "nul",
    "NaN",
    '"\n"',
    '"\\x"',
    '"\\u12g4"',
    "{a:1}",
    "1 2",
    "\ufeff1",
  ])("refuses %j", (text) => {
    expect(parseStrict(text)).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test("refuses bytes that are not UTF-8", () => {
    expect(parseStrict(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ ok: false, code: "malformed_request" });
    expect(readValue(new TextEncoder().encode('"é"'))).toBe("é");
  });

  test("counts bytes, not characters, against the cap", () => {
    const limits = { maxBytes: 8, maxDepth: 32 };
    expect(parseStrict('"éé"', limits)).toMatchObject({ ok: true });
    expect(parseStrict('"ééé é"', limits)).toMatchObject({ ok: false, code: "input_too_large" });
  });

  test("keeps __proto__ a member and leaves prototypes alone", () => {
    const value = readValue('{"__proto__":{"polluted":true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("accepts nesting of exactly 32", () => {
    expect(parseStrict("[".repeat(32) + "]".repeat(32))).toMatchObject({ ok: true });
  });

  test("names the offset of what it refused", () => {
    expect(parseStrict('{"a":1,"a":2}')).toMatchObject({ details: { offset: 7 } });
  });
});

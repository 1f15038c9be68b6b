import { describe, expect, test } from "vitest";
import { cleanValue } from "./clean-value.ts";

const password = ["Hrsvc", "ML2D0Yfo1mf", "nc"].join("#");

describe("cleanValue", () => {
  test("cleans every string and every key, with a pointer to each finding", () => {
    const outcome = cleanValue({ "a/b": ["x", "r\x1b[31med"], "na\u200bme": "\u202eabc", n: 1, t: true, z: null });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        value: { "a/b": ["x", "red"], name: "abc", n: 1, t: true, z: null },
        findings: [
          { rule: "escape.colour", path: "/a~1b/1" },
          { rule: "hidden.zero-width", path: "/name", reason: expect.stringContaining("key") },
          { rule: "hidden.bidi", path: "/name" },
        ],
      },
    });
  });

  test("two keys that become equal are a refusal, not a lost value", () => {
    expect(cleanValue({ role: "user", "ro\u200ble": "admin" })).toMatchObject({ ok: false, code: "cleaning_failed" });
  });

  test("a value is masked when only its key says what it is, and equal secrets share a tag across the value", () => {
    const outcome = cleanValue({ user: "ada", password, nested: { DB_PASSWORD: password }, page_token: password });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        value: {
          user: "ada",
          password: "⟦credential: password #1⟧",
          nested: { DB_PASSWORD: "⟦credential: password #1⟧" },
          page_token: password,
        },
      },
    });
  });

  test("a raw key never stands in a finding's path", () => {
    const outcome = cleanValue({ "k\u{e0041}\u{e0042}ey": "\u202e" });
    expect(outcome.ok && outcome.value.findings.map((finding) => finding.path)).toEqual(["/key", "/key"]);
  });

  test("a pointer that is cut never ends in half a character, which the record could not keep", () => {
    const outcome = cleanValue({ [`${"k".repeat(1022)}\u{1f600}y`]: "\u202e" });
    expect(outcome.ok && outcome.value.findings.map(({ path }) => path)).toEqual([`/${"k".repeat(1022)}`]);
  });

  test("too deep, too wide, not JSON: refused", () => {
    let deep: unknown = "x";
    for (let i = 0; i < 70; i++) deep = [deep];
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const throwing = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("payload");
      },
    });
    const values = [
      deep,
      cyclic,
      throwing,
      10n,
      () => 1,
      Symbol("x"),
      Number.NaN,
      new Map(),
      new Date(),
      Array(200_001).fill(0),
    ];
    for (const value of values) {
      const outcome = cleanValue(value);
      expect(outcome).toMatchObject({ ok: false, code: "cleaning_failed" });
      expect(JSON.stringify(outcome)).not.toContain("payload");
    }
  });

  test("a key named __proto__ stays a key", () => {
    const outcome = cleanValue(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(outcome.ok && JSON.stringify(outcome.value.value)).toBe('{"__proto__":{"admin":true}}');
    expect(Object.hasOwn({}, "admin")).toBe(false);
  });

  test("findings are capped over the whole value", () => {
    const outcome = cleanValue(Array(5500).fill("a\u202eb"));
    expect(outcome.ok && outcome.value.findings.length).toBe(5000);
  });
});

test("what a name beside or above a value promises holds for the value, as it does in text", () => {
  const secret = ["q9Zr7Lm2", "Xk4Vw8Tn"].join("");
  for (const value of [
    { env: [{ name: "API_TOKEN", value: secret }] },
    { tags: [{ Key: "client-secret", Value: secret }] },
    { name: "production", key: "API_TOKEN", value: secret },
    { key: "API_TOKEN", val: secret },
    { password: { value: secret } },
    { kty: "oct", k: secret },
  ]) {
    expect(JSON.stringify(cleanValue(value)), JSON.stringify(value)).not.toContain(secret.slice(0, 8));
  }
  const honest = { k: secret, env: [{ name: "BUILD_ID", value: secret }], value: secret };
  expect(cleanValue(honest)).toMatchObject({ ok: true, value: { value: honest, findings: [] } });
});

test("an array that answers for itself is read as what it holds", () => {
  class Liar extends Array<string> {
    override map<T>(): T[] {
      return ["\u202e"] as T[];
    }
  }
  expect(cleanValue(Liar.from(["a\u202e"]))).toMatchObject({ ok: true, value: { value: ["a"] } });
});

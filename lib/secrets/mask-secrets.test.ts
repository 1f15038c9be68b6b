import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskOf, maskValue, SHORTEST_SECRET } from "./mask-secrets.ts";

const SECRET = 's3cr3t/+ "tök€n"-0123456789';
const mask = maskOf([SECRET]);

describe("a credential in what a tool says", () => {
  test.each<[string, string]>([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in an address", encodeURIComponent(SECRET)],
    ["in an address with its slashes", encodeURIComponent(SECRET).replaceAll("%2F", "/")],
    ["in an address in small letters", encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ["in a form", new URLSearchParams([["", SECRET]]).toString().slice(1)],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["in upper-case hex", Buffer.from(SECRET).toString("hex").toUpperCase()],
  ])("is masked %s", (_form, written) => {
    expect(mask(`before ${written} after`)).toBe("before [credential] after");
  });

  test("is masked in base64 wherever it lies in what was encoded, save the few letters it shares with its neighbours", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), (before, after) => {
        for (const form of ["base64", "base64url"] as const) {
          const written = Buffer.from(`${before}${SECRET}${after}`).toString(form);
          const left = Buffer.from(mask(written).replace("[credential]", ""), form).toString("latin1");
          expect(mask(written)).toContain("[credential]");
          expect(left).not.toContain(SECRET.slice(3, 12));
        }
      }),
    );
  });

  test("is masked without the line's end that its file has", () => {
    expect(maskOf(["tok_0123456789\n"])("invalid token tok_0123456789.")).toBe("invalid token [credential].");
  });

  test.each(["\n", "\\n"])("is masked line by line where it is a key of several lines (%j)", (end) => {
    const [first, second] = ["MIGHAgEAMBMGByqGSM49AgEGCCqGSM49", "16kjgcdjpQmLaWJrts4w4fCl2uahRANC"];
    const key = ["-----BEGIN PRIVATE KEY-----", first, second, "-----END PRIVATE KEY-----", ""].join(end);
    const said = maskOf([key])(`key: |\n  -----BEGIN PRIVATE KEY-----\n  ${first}\n  ${second}\n`);
    // What begins every key is no secret, and stays legible.
    expect(said).toBe("key: |\n  -----BEGIN PRIVATE KEY-----\n  [credential]\n  [credential]\n");
  });

  test("is masked at any depth and in the names of members", () => {
    expect(maskValue({ a: [{ [SECRET]: SECRET }], n: 1, z: null }, mask)).toEqual({
      a: [{ "[credential]": "[credential]" }],
      n: 1,
      z: null,
    });
  });
});

test("text without a credential comes through as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(mask(text)).toBe(text);
    }),
  );
});

test("a value too short to be told from ordinary words is left, so nothing else is blotted out", () => {
  expect(maskOf(["a".repeat(SHORTEST_SECRET - 1)])("aaaaaaaaaa")).toBe("aaaaaaaaaa");
});

import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyId } from "./box.ts";
import { openSecret } from "./open.ts";
import { sealSecret } from "./seal.ts";

const dispatcher = generateKeyPairSync("x25519");
const other = generateKeyPairSync("x25519");

test("what is sealed opens to the same text, with the right key and name only", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ minLength: 1 }), (value, name) => {
      const { sealed, sealedTo } = sealSecret(dispatcher.publicKey, name, value);
      expect(sealedTo).toBe(keyId(dispatcher.publicKey));
      expect(openSecret(dispatcher.privateKey, name, sealed)).toBe(value);
      expect(openSecret(other.privateKey, name, sealed)).toBeUndefined();
      expect(openSecret(dispatcher.privateKey, `${name}.`, sealed)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test("a changed bit anywhere opens to nothing", () => {
  const { sealed } = sealSecret(dispatcher.publicKey, "token", "s3cret");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSecret(dispatcher.privateKey, "token", changed)).toBeUndefined();
  }
  expect(openSecret(dispatcher.privateKey, "token", sealed.subarray(0, 40))).toBeUndefined();
});

test("the same text is never sealed to the same bytes", () => {
  const seal = () => sealSecret(dispatcher.publicKey, "token", "s3cret").sealed.toString("hex");
  expect(new Set([seal(), seal(), seal()]).size).toBe(3);
});

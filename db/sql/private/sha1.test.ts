import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { totpCode } from "#db/testing/proof-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const ascii = (text: string) => Buffer.from(text, "ascii");

async function hex(call: string, ...values: readonly Uint8Array[]): Promise<string> {
  const [row] = await database.admin.unsafe<{ hex: string }[]>(
    `select encode(airlock.${call}, 'hex') as hex`,
    [...values].map((bytes) => Buffer.from(bytes)),
  );
  return row?.hex ?? "";
}

describe("SHA-1 and HMAC in the database", () => {
  test.each([
    ["", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
    ["abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"],
  ])("hash %j as FIPS 180-4 does", async (text, digest) => {
    expect(await hex("sha1($1)", ascii(text))).toBe(digest);
  });

  test.each([
    [Buffer.alloc(20, 0x0b), ascii("Hi There"), "b617318655057264e28bc0b6fb378c8ef146be00"],
    [ascii("Jefe"), ascii("what do ya want for nothing?"), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
    [
      Buffer.alloc(80, 0xaa),
      ascii("Test Using Larger Than Block-Size Key - Hash Key First"),
      "aa4ae5e15272d00e95705637ce8a3b55ed402112",
    ],
  ])("authenticate as RFC 2202 does (%#)", async (key, message, tag) => {
    expect(await hex("hmac_sha1($1, $2)", key, message)).toBe(tag);
  });

  test("say what Node says, for whatever bytes, also where the padding fills a block", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 54, max: 66 }).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
    );
    const property = fc.asyncProperty(bytes, bytes, async (key, message) => {
      expect(await hex("sha1($1)", message)).toBe(createHash("sha1").update(message).digest("hex"));
      expect(await hex("hmac_sha1($1, $2)", key, message)).toBe(createHmac("sha1", key).update(message).digest("hex"));
    });
    await fc.assert(property, { numRuns: 60, seed: 20_261_116 });
  });
});

describe("a time-based code", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("is that of RFC 6238 at %i", async (seconds, code) => {
    const seed = ascii("12345678901234567890");
    const [row] = await database.admin<{ code: string }[]>`
      select airlock.totp_code(${seed}, ${Math.floor(seconds / 30)}) as code`;
    expect(row?.code).toBe(code);
    expect(totpCode(seed, 0, seconds * 1000), "the tests' own").toBe(code);
  });

  test("belongs to the step of its time or one beside it, later than the last that was taken", async () => {
    const rows = await database.admin<{ beside: number; taken: boolean; after: boolean }[]>`
      select beside, airlock.totp_step('x', airlock.totp_code('x', step + beside), 0, at) = step + beside as taken,
        airlock.totp_step('x', airlock.totp_code('x', step + beside), step, at) = step + beside as after
      from generate_series(-2, 2) beside, (select now() as at, floor(extract(epoch from now()) / 30)::bigint as step) s`;
    expect(rows.map(({ taken }) => taken)).toEqual([null, true, true, true, null]);
    expect(rows.map(({ after }) => after)).toEqual([null, null, null, true, null]);
  });
});

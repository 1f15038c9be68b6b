import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { bindingDigest, inputDigest } from "#lib/registry/hash.ts";

/** The program and the database compute the same digests, each on its own: neither takes the other's word. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("the definition hash is the same in SQL, for text that a careless cast would change", async () => {
  const contract = contractOf({ description: 'back\\slash \\x41 é 😀 "quoted" \u2028 line' });
  const { definitionHash, versionId } = await pinTool(database.admin, contract);
  const [version] = await database.admin`select definition_hash from agents.tool_versions where id = ${versionId}`;
  expect(version?.definition_hash).toBe(definitionHash);
});

test("input and binding digests are the same in SQL", async () => {
  const canonicalInput = '{"a":"\\\\x41 😀 é","b":1}';
  const definitionHash = `al1:sha256:${"a".repeat(64)}`;
  const [row] = await database.admin`
    select airlock.sha256_hex(${canonicalInput}) as input,
      airlock.binding_digest(${definitionHash}, airlock.sha256_hex(${canonicalInput}), 14, 3) as binding`;
  expect(row).toEqual({
    input: inputDigest(canonicalInput),
    binding: bindingDigest({ definitionHash, canonicalInput, policyVersion: 14, revision: 3 }),
  });
});

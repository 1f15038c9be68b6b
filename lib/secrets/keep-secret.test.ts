import { generateKeyPairSync } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { keyId } from "./box.ts";
import { referenceOf } from "./fetched-secret.ts";
import { keepSecret, retireSecret } from "./keep-secret.ts";
import { listSecrets } from "./list-secrets.ts";
import { openSecret } from "./open.ts";

const { publicKey, privateKey } = generateKeyPairSync("x25519");
let database: TestDatabase;
let web: Sql;
let admin: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  admin = await makePerson(database.admin, "admin");
});
afterAll(async () => {
  await database.drop();
});

const keep = (name: string, content: Parameters<typeof keepSecret>[4]) =>
  keepSecret(web, admin.session, publicKey, name, content);

async function opened(name: string): Promise<string | undefined> {
  const [row] = await database.admin<{ sealed: Uint8Array }[]>`
    select sealed from agents.secrets where name = ${name} and retired_at is null`;
  return row && openSecret(privateKey, name, row.sealed);
}

test("a credential is listed with whom it is sealed to and which tools name it, and opened by dispatchers alone", async () => {
  expect(await keep("forge", { kind: "value", value: "forge-value" })).toMatchObject({
    ok: true,
    value: { version: 1 },
  });
  const { name } = await pinTool(database.admin, contractOf({ requires: { secrets: ["forge"] } }));
  expect(await listSecrets(web)).toMatchObject([
    { name: "forge", version: 1, sealedTo: keyId(publicKey), tools: [name] },
  ]);
  expect(await opened("forge")).toBe("forge-value");
});

test("a reference is kept as one", async () => {
  await keep("vaulted", { kind: "reference", reference: "kv/forge" });
  expect(referenceOf((await opened("vaulted")) ?? "")).toBe("kv/forge");
});

test.each<[string, Parameters<typeof keepSecret>[4]]>([
  ["too short to be masked", { kind: "value", value: "short" }],
  ["a reference that would be an option", { kind: "reference", reference: "--all" }],
])("%s is refused and nothing is kept", async (_case, content) => {
  expect(await keep("refused", content)).toMatchObject({ ok: false, code: "malformed_request" });
  expect(await opened("refused")).toBeUndefined();
});

test("one that is withdrawn is gone", async () => {
  await keep("leaked", { kind: "value", value: "leaked-value" });
  await retireSecret(web, admin.session, "leaked", "It leaked.");
  expect(await opened("leaked")).toBeUndefined();
  expect((await listSecrets(web)).map(({ name }) => name)).not.toContain("leaked");
});

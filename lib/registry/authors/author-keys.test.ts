import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { isBearerKey } from "#lib/keys/bearer-key.ts";
import { listActionTypes } from "#lib/registry/action-types/list-action-types.ts";
import { registerActionType } from "#lib/registry/action-types/register-action-type.ts";
import { issueAuthorKey } from "./issue-author-key.ts";
import { LIVE_KEYS_MAX, listAuthorKeys } from "./list-author-keys.ts";
import { revokeAuthorKey } from "./revoke-author-key.ts";

let database: TestDatabase;
let web: Sql;
let operator: TestPerson;
let other: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  operator = await makePerson(database.admin, "operator");
  other = await makePerson(database.admin, "operator");
  admin = await makePerson(database.admin, "admin");
});
afterAll(() => database.drop());

const keysOf = ({ id }: TestPerson, role: "operator" | "admin" = "operator") =>
  listAuthorKeys(web, { personId: id, role });
const terms = async (key: string) =>
  await database.as("gateway")`select agents.fn_registration_terms(${key}) is not null as live`;

it("a key of one's own is shown once, listed by its public part, and dead when it is revoked", async () => {
  const issued = await issueAuthorKey(web, operator.session, { name: "my laptop", days: 30 });
  const key = issued.ok ? issued.value.key : "";
  expect(isBearerKey("aak", key)).toBe(true);
  const [listed] = await keysOf(operator);
  expect(listed).toMatchObject({ name: "my laptop", state: "live", own: true, lastUsedAt: null });
  expect(key).toContain(listed?.prefix);
  expect(JSON.stringify(listed)).not.toContain(key.slice(-20));
  expect(await terms(key)).toEqual([{ live: true }]);
  expect((await keysOf(operator))[0]?.lastUsedAt).not.toBeNull();

  expect(await keysOf(other), "others do not see it").toEqual([]);
  await expect(revokeAuthorKey(web, other.session, listed?.id ?? "")).rejects.toThrow();
  expect(await keysOf(admin, "admin"), "an admin does").toMatchObject([{ name: "my laptop", own: false }]);
  await revokeAuthorKey(web, admin.session, listed?.id ?? "");
  expect((await keysOf(operator))[0]).toMatchObject({ state: "revoked" });
  await expect(terms(key)).rejects.toThrow();
});

it("a person has as many live keys as the page says, and no more", async () => {
  for (let made = 0; made < LIVE_KEYS_MAX; made++) {
    expect(await issueAuthorKey(web, other.session, { name: `key ${made}`, days: 1 })).toMatchObject({ ok: true });
  }
  await expect(issueAuthorKey(web, other.session, { name: "one more", days: 1 })).rejects.toThrow("five live keys");
});

it("an admin registers an action type once, and it is listed beside the built-in ones", async () => {
  const type = { name: "crm:update", description: "Changes a customer's record." };
  await expect(registerActionType(web, operator.session, type)).resolves.toMatchObject({ code: "not_permitted" });
  expect(await registerActionType(web, admin.session, type)).toEqual({ ok: true, value: null });
  expect(await registerActionType(web, admin.session, type)).toMatchObject({ ok: false, code: "name_taken" });
  const types = await listActionTypes(web);
  expect(types[0]).toMatchObject({ ...type, builtIn: false, tools: 0 });
  expect(types.find(({ name }) => name === "fs:read")).toMatchObject({
    builtIn: true,
    description: "Reads files.",
  });
  expect(types.filter(({ description }) => description === "")).toEqual([]);
});

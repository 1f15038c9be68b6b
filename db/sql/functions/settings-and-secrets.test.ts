import { generateKeyPairSync } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openSecret } from "#lib/secrets/open.ts";
import { sealSecret } from "#lib/secrets/seal.ts";

let database: TestDatabase;
let web: Sql;
let admin: TestPerson;
let operator: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  admin = await makePerson(database.admin, "admin");
  operator = await makePerson(database.admin, "operator");
});
afterAll(async () => {
  await database.drop();
});

describe("a setting", () => {
  const set = (person: TestPerson, name: string, value: string) =>
    web`select agents.fn_set_setting(${person.session}, ${name}, ${value}, 'A quieter week.')`;

  test("decides from the next call on", async () => {
    const agent = await makeAgent(database.admin, operator.id);
    const tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    await set(admin, "approval_minutes_medium", "45");
    const [asked] = await database.as("gateway")`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') as view`;
    const [call] = await web`
      select extract(epoch from expires_at - asked_at)::int / 60 as minutes from agents.tool_invocations where id = ${asked?.view.id}`;
    expect(call?.minutes).toBe(45);
  });

  test.each([
    ["below its bounds", "quorum_role_hours", "23", "AL026"],
    ["past its bounds", "execution_seconds", "3601", "AL026"],
    ["that is no whole number", "execution_seconds", "60.5", "AL026"],
    ["that is not a number", "execution_seconds", "NaN", "AL026"],
    ["that does not exist", "no_such", "1", "AL028"],
  ])("%s is refused", async (_case, name, value, code) => {
    await expect(set(admin, name, value)).rejects.toMatchObject({ code });
  });

  test("is changed by admins only, and its bounds hold for every statement", async () => {
    await expect(set(operator, "execution_seconds", "60")).rejects.toMatchObject({ code: "AL005" });
    await expect(
      database.admin`update agents.settings set value = 0 where name = 'quorum_role_hours'`,
    ).rejects.toMatchObject({ code: "23514" });
  });
});

describe("a secret", () => {
  const dispatcher = generateKeyPairSync("x25519");
  const put = (person: TestPerson, name: string, value: string) => {
    const { sealedTo, sealed } = sealSecret(dispatcher.publicKey, name, value);
    return web`select agents.fn_put_secret(${person.session}, ${name}, ${sealedTo}, ${sealed}) as version`;
  };
  const kept = (name: string) =>
    database.admin<{ version: number; sealed: Uint8Array; retired: boolean }[]>`
      select version, sealed, retired_at is not null as retired from agents.secrets where name = ${name} order by version`;

  test("is kept sealed, replaced by a new version, and the old bytes are gone", async () => {
    await put(admin, "forge-token", "first");
    expect(await put(admin, "forge-token", "second")).toMatchObject([{ version: 2 }]);
    const [old, present] = await kept("forge-token");
    expect([old?.retired, old?.sealed.length]).toEqual([true, 0]);
    expect(Buffer.from(present?.sealed ?? []).includes("second")).toBe(false);
    expect(openSecret(dispatcher.privateKey, "forge-token", present?.sealed ?? new Uint8Array())).toBe("second");
  });

  test("is read by no login that serves pages or agents, and comes back by no statement", async () => {
    await put(admin, "withdrawn", "value");
    await web`select agents.fn_retire_secret(${admin.session}, 'withdrawn', 'It leaked.')`;
    for (const login of ["web", "gateway", "worker", "auditor"] as const) {
      await expect(database.as(login)`select sealed from agents.secrets`).rejects.toMatchObject({ code: "42501" });
    }
    await expect(
      database.admin`update agents.secrets set sealed = 'x', retired_at = null where name = 'withdrawn'`,
    ).rejects.toMatchObject({ code: "AL032" });
    await expect(web`select agents.fn_retire_secret(${admin.session}, 'withdrawn', 'Again.')`).rejects.toMatchObject({
      code: "AL028",
    });
  });

  test("that is not sealed, or not an admin's, is refused", async () => {
    await expect(put(operator, "mine", "value")).rejects.toMatchObject({ code: "AL005" });
    await expect(
      web`select agents.fn_put_secret(${admin.session}, 'plain', '0123456789abcdef', ${Buffer.from("hunter2")})`,
    ).rejects.toMatchObject({ code: "AL026" });
  });

  test("of one name written by many at once has one version in force", async () => {
    const writers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(admin, "raced", `value ${n}`)));
    expect(new Set(writers.map(([row]) => row?.version)).size).toBe(8);
    expect((await kept("raced")).filter(({ retired }) => !retired)).toHaveLength(1);
  });
});

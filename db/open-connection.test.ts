import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openConnection } from "./open-connection.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a pool asks for the types of arrays once, and knows them on every later connection", async () => {
  const sql = openConnection(database.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const echo = async () => (await sql`select ${["a", "b,c"]}::text[] as list, pg_backend_pid() as pid`)[0];
    const before = await echo();
    expect(before?.list).toEqual(["a", "b,c"]);
    expect(sql.options.fetch_types).toBe(false);
    await database.admin`select pg_terminate_backend(${before?.pid})`;
    let after = await echo().catch(() => undefined);
    while (!after) after = await echo().catch(() => undefined);
    expect(after.pid).not.toBe(before?.pid);
    expect(after.list).toEqual(["a", "b,c"]);
  } finally {
    await sql.end();
  }
});

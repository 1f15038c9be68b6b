import { makeWorkerUtils } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openConnection, withSessionSettings } from "./open-connection.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a pool asks for the types of arrays once, and knows them on every later connection", async () => {
  const sql = openConnection(database.adminUrl, { max: 1 });
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

test("what one pool was told about arrays every later one of the process knows before it connects", async () => {
  const first = openConnection(database.adminUrl, { max: 1 });
  const later = openConnection(database.adminUrl, { max: 1 });
  try {
    await first`select 1`;
    expect(later.options.fetch_types).toBe(false);
    const [row] = await later`
      select ${["a", "b,c"]}::text[] as words, ${[1, 2]}::int[] as numbers, array[now()]::timestamptz[] as times`;
    expect(row).toEqual({ words: ["a", "b,c"], numbers: [1, 2], times: [expect.any(Date)] });
  } finally {
    await Promise.all([first.end(), later.end()]);
  }
});

test("a pool whose connection breaks again and again, with a statement sent in that very moment, answers every statement", async () => {
  const sql = openConnection(database.adminUrl, { max: 1 });
  const pid = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
  try {
    for (let breaks = 0; breaks < 25; breaks++) {
      await database.admin`select pg_terminate_backend(${(await pid()) ?? null})`;
      const sent = Array.from({ length: 3 }, () => pid().catch(() => pid().catch(() => undefined)));
      expect((await Promise.all(sent)).length).toBe(3);
      while ((await pid().catch(() => undefined)) === undefined);
    }
  } finally {
    await sql.end();
  }
});

test("a setting that somebody left on the login reaches no new connection, of either driver", async () => {
  const login = database.as("housekeeper", 1);
  const [{ name } = { name: "" }] = await login<{ name: string }[]>`select current_database() as name`;
  const left = [
    "synchronous_commit = off",
    "default_transaction_isolation = 'repeatable read'",
    "standard_conforming_strings = off",
  ];
  for (const setting of left) {
    await login.unsafe(`alter role airlock_housekeeper in database ${name} set ${setting}`);
  }
  const question = `
    select current_setting('synchronous_commit') as commits, current_setting('transaction_isolation') as isolation,
      current_setting('standard_conforming_strings') as strings,
      current_setting('application_name') as application`;
  const askQueue = async (url: string) => {
    const queue = await makeWorkerUtils({ connectionString: url });
    try {
      return await queue.withPgClient(async (client) => (await client.query(question)).rows[0]);
    } finally {
      await queue.release();
    }
  };
  const relied = { commits: "on", isolation: "read committed", strings: "on" };
  const sql = openConnection(database.urls.housekeeper, { max: 1, connection: { application_name: "named" } });
  try {
    expect(await sql.unsafe(question)).toEqual([{ ...relied, application: "named" }]);
  } finally {
    await sql.end();
  }
  const url = new URL(database.urls.housekeeper);
  url.searchParams.set("options", "-c application_name=named");
  expect(await askQueue(withSessionSettings(url.href))).toEqual({ ...relied, application: "named" });
  expect(await askQueue(database.urls.housekeeper), "control: without them it does").toMatchObject({
    commits: "off",
    isolation: "repeatable read",
    strings: "off",
  });
});

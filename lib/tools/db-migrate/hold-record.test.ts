import { randomBytes } from "node:crypto";
import type { ReservedSql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { Connection } from "../postgres/connect.ts";
import { holdRecord } from "./hold-record.ts";

/** What was migrated is written down in the installation's own database, where others may write everything. */
const mark = randomBytes(4).toString("hex");
const [owner, writer] = [`mig_owner_${mark}`, `mig_writer_${mark}`];
let database: TestDatabase;
let session: ReservedSql;

beforeAll(async () => {
  database = await createTestDatabase();
  // The driver gives out for one alone only a connection that is open: for one it would have to open it waits for ever.
  await database.admin`select`;
  session = await database.admin.reserve();
  await session.unsafe(`create role ${owner}; create role ${writer} in role pg_write_all_data, pg_read_all_data;
    create schema shop authorization ${owner}; grant usage, create on schema shop to ${writer}; set search_path = shop;
    alter default privileges for role ${owner} in schema shop grant all on tables to ${writer}`);
});
afterAll(async () => {
  await session.unsafe(
    `reset role; drop schema shop cascade; drop owned by ${owner}, ${writer}; drop role ${owner}, ${writer}`,
  );
  session.release();
  await database.drop();
});

async function as<T>(role: string, work: () => Promise<T>): Promise<T> {
  await session.unsafe(`set role ${role}`);
  return work().finally(() => session.unsafe("reset role"));
}

const connection: Connection = {
  async run(text) {
    const rows = await session.unsafe(text).values();
    return {
      tag: "",
      columns: [],
      rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
      truncated: false,
    };
  },
  close() {},
};
const hold = () => as(owner, () => holdRecord(connection));
const tampering = [
  "insert into airlock_migrations (id, sha256) values ('never-ran', '0')",
  "delete from airlock_migrations",
  "update airlock_migrations set sha256 = '1'",
  "truncate airlock_migrations",
];

async function afterTampering(): Promise<unknown> {
  for (const sql of tampering) await as(writer, () => session.unsafe(sql).catch(() => {}));
  return [...(await session.unsafe("select id, sha256 from airlock_migrations order by id"))];
}

test("a login that may write every table writes nothing of it", async () => {
  await hold();
  await as(owner, () => session.unsafe("insert into airlock_migrations (id, sha256) values ('one', 'a')"));
  expect(await afterTampering()).toEqual([{ id: "one", sha256: "a" }]);
});

test("control: without row security the same login does", async () => {
  await session.unsafe("alter table airlock_migrations disable row level security");
  expect(await afterTampering()).not.toEqual([{ id: "one", sha256: "a" }]);
});

test("it is closed again by the next migration, and what was opened meanwhile with it", async () => {
  await session.unsafe(`grant all on airlock_migrations to ${writer}; delete from airlock_migrations`);
  await hold();
  await as(owner, () => session.unsafe("insert into airlock_migrations (id, sha256) values ('two', 'b')"));
  expect(await afterTampering()).toEqual([{ id: "two", sha256: "b" }]);
});

test.each([
  [
    "a policy",
    "create policy open on airlock_migrations using (true)",
    "drop policy open on airlock_migrations",
    "has a policy",
  ],
  [
    "a rule",
    "create rule kept as on delete to airlock_migrations do instead nothing",
    "drop rule kept on airlock_migrations",
    "has rules or triggers",
  ],
])("one with %s that its owner did not expect is refused", async (_what, open, close, said) => {
  await session.unsafe(open);
  await expect(hold()).rejects.toThrow(said);
  await session.unsafe(close);
  await expect(hold()).resolves.toBeUndefined();
});

test("one that somebody else made before is refused", async () => {
  await session.unsafe("drop table airlock_migrations");
  await as(writer, () => session.unsafe("create table airlock_migrations (id text primary key, sha256 text)"));
  await expect(hold()).rejects.toThrow("belongs to another role");
});

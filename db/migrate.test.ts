import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { randomPasswords } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { openConnection } from "./open-connection.ts";

const serverUrl = process.env.AIRLOCK_TEST_ADMIN_URL ?? "";

async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const server = openConnection(serverUrl, { max: 1, onnotice: () => {} });
  const name = `migrate_${randomBytes(4).toString("hex")}`;
  await server.unsafe(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await use(url.href);
  } finally {
    await server.unsafe(`drop database ${name} with (force)`);
    await server.end();
  }
}

test("three processes that migrate an empty database at once leave one whole schema", async () => {
  await withEmptyDatabase(async (url) => {
    const reports = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(reports.filter(({ functions }) => functions)).toHaveLength(1);
    expect(reports.filter(({ tables }) => tables.length > 0)).toHaveLength(1);
  });
});

test("migrating again changes nothing", async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    expect(await migrate(url)).toEqual({ tables: [], functions: false });
  });
});

test("a migration that fails half-way leaves the database as it was", async () => {
  await withEmptyDatabase(async (url) => {
    const admin = openConnection(url, { max: 1, onnotice: () => {} });
    // Our own first table's name is taken, so the generated migration fails after it has made the schema.
    await admin.unsafe("create schema airlock; create table airlock.migrations (tag int, hash text)");
    await expect(migrate(url, randomPasswords())).rejects.toThrow();
    expect(await admin`select nspname from pg_namespace where nspname in ('agents', 'audit')`).toEqual([]);
    await admin.end();
  });
});

test("a database that was migrated from another text is left alone, with a sentence that says so", async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    const admin = openConnection(url, { max: 1, onnotice: () => {} });
    await admin`update airlock.migrations set hash = 'other'`;
    await expect(migrate(url)).rejects.toThrow("applied to this database in another form");
    await admin.end();
  });
});

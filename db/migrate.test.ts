import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Logger, runMigrations } from "graphile-worker";
import type { Sql } from "postgres";
import { describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { randomPasswords } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { readMigrations } from "./migration/sources.ts";
import { openConnection } from "./open-connection.ts";

const serverUrl = process.env.AIRLOCK_TEST_ADMIN_URL ?? "";

async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const server = openConnection(serverUrl, { max: 1 });
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

test("raw outputs from before they were sealed are gone after the migration, from the table's files too, and on record", async () => {
  await withEmptyDatabase(async (url) => {
    const admin = openConnection(url, { max: 1 });
    await admin.unsafe(`create schema airlock;
      create table airlock.migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())`);
    for (const { tag, hash, statements } of readMigrations().filter((migration) => migration.tag < "0010")) {
      for (const statement of statements) await admin.unsafe(statement);
      await admin`insert into airlock.migrations (tag, hash) values (${tag}, ${hash})`;
    }
    await admin.begin(async (sql) => {
      // The call that it belongs to does not matter here.
      await sql.unsafe("set local session_replication_role = replica");
      await sql`insert into agents.invocation_outputs (invocation_id, raw, raw_digest, cleaned, cleaned_digest, findings, created_at)
        values (gen_random_uuid(), ${Buffer.from("CANARY-in-the-clear")}, 'x', '"seen"', 'y', '[]', now())`;
    });
    expect(await isOnDisk(admin, "CANARY-in-the-clear"), "control: it was there").toBe(true);
    await migrate(url);
    expect(await isOnDisk(admin, "CANARY-in-the-clear")).toBe(false);
    const [kept] = await admin`select sealed, raw_deleted_why as why, cleaned from agents.invocation_outputs`;
    expect(kept).toEqual({ sealed: null, why: "unsealed", cleaned: "seen" });
    const entries = await admin`select body::jsonb as body from audit.events where action = 'output.raw_deleted'`;
    expect(entries).toEqual([{ body: { why: "unsealed", count: 1 } }]);
    await admin.end();
  });
});

async function isOnDisk(admin: Sql, text: string): Promise<boolean> {
  await admin`checkpoint`;
  const [row] = await admin<{ file: string }[]>`
    select current_setting('data_directory') || '/' || pg_relation_filepath('agents.invocation_outputs') as file`;
  return readFileSync(row?.file ?? "").includes(text);
}

test("a migration that fails half-way leaves the database as it was", async () => {
  await withEmptyDatabase(async (url) => {
    const admin = openConnection(url, { max: 1 });
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
    const admin = openConnection(url, { max: 1 });
    await admin`update airlock.migrations set hash = 'other'`;
    await expect(migrate(url)).rejects.toThrow("applied to this database in another form");
    await admin.end();
  });
});

async function withTestDatabase(use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await use(database);
  } finally {
    await database.drop();
  }
}

describe("what a stolen housekeeper planted in its schema", () => {
  /** A view in the place of the installer's table. It writes down who it could become: nothing of the server is changed. */
  const PLANTED = `
    create table graphile_worker.loot (became text, superuser boolean);
    create function graphile_worker.gift() returns boolean language plpgsql as $$
    declare
      before text := current_setting('role');
    begin
      perform set_config('role', 'none', false);
      insert into graphile_worker.loot select rolname, rolsuper from pg_roles where rolname = current_user;
      perform set_config('role', before, false);
      return true;
    end $$;
    alter table graphile_worker.migrations rename to migrations_real;
    create view graphile_worker.migrations as
      select id, ts, breaking from graphile_worker.migrations_real where graphile_worker.gift()`;

  /** From the days when everybody could write such a function, or by whoever writes it in the moment of a migration. */
  const plant = async (database: TestDatabase) => {
    await database.admin`grant usage on language plpgsql to airlock_housekeeper`;
    await database.as("housekeeper", 1).unsafe(PLANTED);
  };

  const readLoot = ({ admin }: TestDatabase) => admin`select distinct became, superuser from graphile_worker.loot`;

  test("runs at the next migration with no more rights than the housekeeper's", async () => {
    await withTestDatabase(async (database) => {
      await plant(database);
      await database.admin`update airlock.sql_state set hash = 'older'`;
      expect(await migrate(database.adminUrl, undefined, database.urls.housekeeper)).toMatchObject({ functions: true });
      expect(await readLoot(database)).toEqual([{ became: "airlock_housekeeper", superuser: false }]);
    });
  });

  test("control: an administrator's session that only sets the role hands itself over", async () => {
    await withTestDatabase(async (database) => {
      await plant(database);
      const url = new URL(database.adminUrl);
      url.searchParams.set("options", "-c role=airlock_housekeeper");
      await runMigrations({ connectionString: url.href, logger: new Logger(() => () => {}) });
      expect(await readLoot(database)).toEqual([{ became: url.username, superuser: true }]);
    });
  });
});

test("without the housekeeper's login its queue is left out, and the next migration that knows it makes up for that", async () => {
  await withTestDatabase(async (database) => {
    const isThere = async () =>
      (await database.admin`select to_regclass('graphile_worker.jobs') is not null as there`)[0]?.there;
    await database.admin`drop schema graphile_worker cascade`;
    await database.admin`update airlock.sql_state set hash = 'older'`;
    await migrate(database.adminUrl);
    expect(await isThere()).toBe(false);
    await migrate(database.adminUrl, undefined, database.urls.housekeeper);
    expect(await isThere()).toBe(true);
    const [right] = await database.admin`
      select has_database_privilege('airlock_housekeeper', current_database(), 'create') as create,
        has_language_privilege('airlock_housekeeper', 'plpgsql', 'usage') as write`;
    expect(right, "the rights to lay it out are taken back").toEqual({ create: false, write: false });
  });
});

test("what a login left in its own settings is gone after a migration that has nothing else to do", async () => {
  await withTestDatabase(async (database) => {
    const worker = database.as("worker", 1);
    const [{ name } = { name: "" }] = await worker<{ name: string }[]>`select current_database() as name`;
    await worker.unsafe("alter role airlock_worker set synchronous_commit = off");
    await worker.unsafe(
      `alter role airlock_worker in database ${name} set default_transaction_isolation = 'repeatable read'`,
    );
    const readSettings = async () => {
      const rows = await database.admin<{ setting: string }[]>`
        select unnest(setconfig) as setting from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase
        where setrole = 'airlock_worker'::regrole and coalesce(d.datname, ${name}) = ${name}`;
      return rows.map(({ setting }) => setting);
    };
    const left = ["synchronous_commit=off", "default_transaction_isolation=repeatable read"];
    expect(await readSettings(), "control: a login may leave them").toEqual(expect.arrayContaining(left));
    expect(await migrate(database.adminUrl)).toEqual({ tables: [], functions: false });
    const kept = await readSettings();
    expect(kept).toContain("statement_timeout=5s");
    for (const setting of left) expect(kept).not.toContain(setting);
  });
});

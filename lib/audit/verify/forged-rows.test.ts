import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { NO_PREVIOUS, signCheckpoint } from "../checkpoint/checkpoint.ts";
import { makeSigner } from "../checkpoint/signing-key.ts";
import { renderLog } from "../export/jsonl.ts";
import { readEntries } from "../export/read-entries.ts";
import { type Verification, verifyLog } from "./log-verifier.ts";
import { inSnapshot, readDatabase, readLaneHeads } from "./read-database.ts";
import { readExport } from "./read-export.ts";
import { readIntrusions } from "./read-intrusions.ts";
import { asOwner } from "./tamper.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-forged-"));
const signer = makeSigner();
const ENTRIES = 40;
let database: TestDatabase;
let auditor: Sql;
let note: string;

beforeAll(async () => {
  database = await createTestDatabase();
  auditor = database.as("auditor");
  const { admin } = database;
  await admin`select audit.append('system', 'test.done', 'test:1', '{}') from generate_series(1, ${ENTRIES}::int)`;
  const heads = await readLaneHeads(admin);
  note = signCheckpoint({ number: 1, at: new Date().toISOString(), previous: NO_PREVIOUS, heads }, signer);
  // What an owner of the table can do first: no key, no check, no column that must have a value.
  const constraints = await admin<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = 'audit.events'::regclass and contype in ('p', 'c')`;
  for (const { name } of constraints) await admin`alter table audit.events drop constraint ${admin(name)}`;
  const rules = await admin<{ type: string; name: string }[]>`
    select c.contypid::regtype::text as type, c.conname as name from pg_constraint c
    where c.contypid in (select a.atttypid from pg_attribute a where a.attrelid = 'audit.events'::regclass)`;
  for (const { type, name } of rules) await admin`alter domain ${admin(type)} drop constraint ${admin(name)}`;
  for (const column of ["lane", "seq", "version", "prev", "hash"]) {
    await admin`alter table audit.events alter column ${admin(column)} drop not null`;
  }
  await admin`drop index audit.audit_events_no_fork`;
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function verify(): Promise<Verification> {
  return await inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, [note]), signer));
}

async function verifyExported(): Promise<Verification> {
  const file = join(folder, "export.jsonl");
  const lines = await inSnapshot(auditor, async (snapshot) => {
    const all: string[] = [];
    for await (const line of renderLog(readDatabase(snapshot, [note]))) all.push(line);
    return all;
  });
  writeFileSync(file, lines.join(""));
  return await verifyLog(readExport(file), signer);
}

async function forge(columns: Record<string, string | number | null>): Promise<void> {
  const row = { at_us: "1", actor: "person:victim", action: "forged", subject: "test:1", body: "{}", ...columns };
  const hashes = { prev: Buffer.alloc(32), hash: Buffer.alloc(32, 1) };
  await database.admin`insert into audit.events ${database.admin({ ...hashes, ...row })}`;
}

async function withdraw(): Promise<void> {
  await asOwner(database.admin, async (sql) => {
    await sql`delete from audit.events where actor = 'person:victim'`;
    await sql`
      delete from audit.events where ctid in (
        select ctid from (select ctid, row_number() over (partition by lane, seq order by ctid) as nth from audit.events) as rows
        where nth > 1)`;
  });
  expect(await verify()).toMatchObject({ proved: true, entries: ENTRIES });
}

test.each([
  ["far below zero", 3, "-9223372036854775807"],
  ["at zero", 15, "0"],
  ["beyond what a number holds exactly", 3, "9223372036854775807"],
  ["without a number", 15, null],
  ["without a lane", null, "1"],
  ["without either", null, null],
  ["in a lane below the first", -1, "1"],
  ["in a lane after the last", 16, "1"],
])(
  "a row %s is named, by the walk and by an export, and is passed off as an entry by neither",
  async (_, lane, seq) => {
    await forge({ version: 1, lane, seq });
    const named = { kind: "stray", lane, seq, fault: "outside_chain" };
    expect(await verify()).toMatchObject({ proved: false, broken: [named] });
    expect(await verifyExported()).toMatchObject({ proved: false, broken: [named] });
    expect(await readIntrusions(auditor)).toHaveLength(1);
    for await (const { actor } of readEntries(auditor, {})) expect(actor).toBe("system");
    await withdraw();
    expect(await readIntrusions(auditor)).toEqual([]);
  },
);

test.each([
  ["no version", { version: null }, "unknown_version"],
  ["another version", { version: 2 }, "unknown_version"],
  ["no link", { version: 1, prev: null }, "wrong_hash"],
  ["no hash", { version: 1, hash: null }, "wrong_hash"],
])("a row with %s is a break of its lane, not a failure", async (_, columns, fault) => {
  await forge({ ...columns, lane: 13, seq: ENTRIES + 1 });
  expect(await verify()).toMatchObject({ broken: [{ kind: "entry", lane: 13, seq: ENTRIES + 1, fault }] });
  expect(await verifyExported()).toMatchObject({ proved: false });
  await withdraw();
});

test.each([1, 20, ENTRIES])("thousands of copies of entry %i are a break, and the walk ends", async (seq) => {
  await database.admin`
    insert into audit.events select e.* from audit.events e, generate_series(1, 2500) where lane = 13 and seq = ${seq}`;
  expect(await verify()).toMatchObject({ broken: [{ lane: 13, seq, fault: "out_of_order" }] });
  expect(await verifyExported()).toMatchObject({ proved: false });
  await withdraw();
});

test("operators and functions that somebody put before PostgreSQL's own hide nothing from the walk, an export or a checkpointer", async () => {
  const { admin } = database;
  const [{ name, type } = { name: "", type: "" }] = await admin<{ name: string; type: string }[]>`
    select current_database() as name, coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text as type
    from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = 'audit.events'::regclass and a.attname = 'lane'`;
  await admin.unsafe(`
    create schema shown; grant usage on schema shown to public;
    create function shown.never(${type}, int) returns boolean language sql immutable return false;
    create operator shown.>= (leftarg = ${type}, rightarg = int, function = shown.never);
    create function shown.encode(bytea, text) returns text language sql immutable return repeat('0', 64);
    alter database "${name}" set search_path = shown, pg_catalog`);
  const fooled = database.as("auditor", 1);
  await forge({ version: 1, lane: 16, seq: "1" });
  // The control: so they are not to be seen.
  const [seen] = await fooled<{ rows: number }[]>`select count(*)::int as rows from audit.events where lane >= 16`;
  expect(seen).toEqual({ rows: 0 });
  const [written] = await fooled<{ hash: string }[]>`select encode(hash, 'hex') as hash from audit.lanes limit 1`;
  expect(written).toEqual({ hash: "0".repeat(64) });
  const verification = await inSnapshot(fooled, (snapshot) => verifyLog(readDatabase(snapshot, [note]), signer));
  expect(verification).toMatchObject({ proved: false, broken: [{ kind: "stray", lane: 16 }] });
  expect(await inSnapshot(fooled, readIntrusions)).toHaveLength(1);
  expect(await readLaneHeads(database.as("checkpointer", 1))).toEqual(await readLaneHeads(admin));
  await admin.unsafe(`alter database "${name}" reset search_path; drop schema shown cascade`);
  await withdraw();
});

// The last one: what it takes from the table is not put back.
test("a second head of a lane is a break", async () => {
  const { admin } = database;
  await admin`alter table audit.lanes drop constraint lanes_pkey`;
  await admin`insert into audit.lanes select * from audit.lanes where lane = 15`;
  expect(await verify()).toMatchObject({ broken: [{ kind: "table", table: "audit.lanes", fault: "not_sixteen" }] });
});

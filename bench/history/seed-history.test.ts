import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { verifyLog } from "#lib/audit/verify/log-verifier.ts";
import { inSnapshot, readDatabase } from "#lib/audit/verify/read-database.ts";
import { makeScene } from "../scene/make-scene.ts";
import { seedHistory } from "./seed-history.ts";

const CALLS = 200;
const NOW = Date.parse("2026-11-16T00:00:00Z");

let database: TestDatabase;
let before: unknown;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "bench");
  await makeScene(database.admin);
  before = await readGuards();
  await seedHistory(database.admin, { calls: CALLS, now: NOW });
});
afterAll(() => database.drop());

/** Every trigger with its state, every constraint, every index. */
async function readGuards() {
  return await database.admin`
    select 'trigger' as kind, tgrelid::regclass::text || ' ' || tgname as name, tgenabled::text as state
    from pg_trigger where not tgisinternal
    union all
    select 'constraint', conrelid::regclass::text || ' ' || conname, convalidated::text || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace in ('agents'::regnamespace, 'audit'::regnamespace)
    union all
    select 'index', indexrelid::regclass::text, indisvalid::text || ' ' || pg_get_indexdef(indexrelid)
    from pg_index where indrelid in (select oid from pg_class where relnamespace in ('agents'::regnamespace, 'audit'::regnamespace))
    order by 1, 2`;
}

test("the log that was loaded is proved by the same verifier as any other, and goes on from there", async () => {
  const { admin } = database;
  await admin`select audit.append('system', 'test.done', 'invocation:' || n, '{}') from generate_series(1, 40) n`;
  const verified = await inSnapshot(database.as("auditor"), (snapshot) =>
    verifyLog(readDatabase(snapshot, []), undefined),
  );
  expect(verified).toMatchObject({ proved: true, broken: [] });
  expect(verified.entries).toBeGreaterThan(CALLS * 2);
});

test("every trigger, constraint and index is back as it was", async () => {
  expect(await readGuards()).toEqual(before);
});

test("the guards bite again: an old call cannot be changed, nor one be born ended", async () => {
  const { admin } = database;
  await expect(admin`update agents.tool_invocations set status = 'running' where status = 'completed'`).rejects.toThrow(
    "An invocation cannot go from completed to running",
  );
  await expect(
    admin`insert into agents.tool_invocations select (jsonb_populate_record(i, jsonb_build_object('id', airlock.new_id(),
      'idempotency_key', null))).* from agents.tool_invocations i where status = 'completed' limit 1`,
  ).rejects.toThrow("not born");
  await expect(admin`update audit.events set action = 'x'`).rejects.toThrow("never changed");
});

test("calls ended in every way, with what each leaves behind", async () => {
  const [counts] = await database.admin`
    select count(*)::int as calls, count(distinct status)::int as ways, count(distinct agent_id)::int as agents,
      count(*) filter (where status = 'completed' and required_approvals > 0)::int as approved,
      (select count(*)::int from agents.invocation_inputs) as inputs,
      (select count(*)::int from agents.invocation_runs) - count(*) filter (where claimed_at is not null)::int as unrun,
      (select count(*)::int > 10 from agents.invocation_outputs) as outputs,
      (select count(*)::int > 10 from agents.approval_votes) as votes,
      (select count(*)::int from agents.events) > count(*) as events
    from agents.tool_invocations`;
  expect(counts).toMatchObject({ calls: CALLS, inputs: CALLS, unrun: 0, outputs: true, votes: true, events: true });
  expect(counts?.ways).toBeGreaterThanOrEqual(5);
  expect(counts?.agents).toBeGreaterThan(30);
  expect(counts?.approved).toBeGreaterThan(10);
});

test("a database that is not marked for benches takes no history", async () => {
  const other = await createTestDatabase();
  try {
    await expect(seedHistory(other.admin, { calls: 1, now: NOW })).rejects.toThrow("only loaded into a bench");
    await markInstallation(other.admin, "production");
    await expect(seedHistory(other.admin, { calls: 1, now: NOW })).rejects.toThrow("this is production");
  } finally {
    await other.drop();
  }
});

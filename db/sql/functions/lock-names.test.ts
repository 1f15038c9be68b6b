import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Where no superuser took it away, a login may hold an advisory lock of any number that it can think of. */
let database: TestDatabase;
let agent: TestAgent;
let thief: Sql;
let ownerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ownerId = (await makePerson(database.admin, "admin")).id;
  agent = await makeAgent(database.admin, ownerId);
  await database.admin`grant execute on function pg_advisory_lock(bigint), pg_advisory_unlock_all() to airlock_checkpointer`;
  thief = openConnection(database.urls.checkpointer, { max: 1 });
});
afterAll(async () => {
  await thief.end({ timeout: 1 });
  await database.drop();
});

/** What `work` comes to while a login holds the lock whose number is the plain hash of its name, and then as it was before names had a salt. */
async function underTheft(name: string, work: () => Promise<unknown>): Promise<string[]> {
  const [source] = await database.admin<{ text: string }[]>`
    select pg_get_functiondef('airlock.lock_name(text)'::regprocedure) as text`;
  const text = source?.text ?? "";
  const outcome = () =>
    work().then(
      () => "ok",
      (error: { code?: string }) => error.code ?? "failed",
    );
  await thief`select pg_advisory_lock(hashtextextended(${name}, 0))`;
  try {
    const now = await outcome();
    await database.admin.unsafe(text.replace(/select hash[^$]*/, "select hashtextextended(p_name, 0)\n"));
    return [now, await outcome()];
  } finally {
    await thief`select pg_advisory_unlock_all()`;
    await database.admin.unsafe(text);
  }
}

test("no login holds up the asks of an agent by the name of their lock; without a salt it did", async () => {
  const held = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  // Connections of their own: a plan that was made keeps the function as it was.
  const ask = async () => {
    const sql = openConnection(database.urls.gateway, { max: 1 });
    try {
      await sql`select agents.fn_invoke_tool(${agent.key}, ${held.name}, '{}', ${held.definitionHash}, '[]', 'x')`;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  expect(await underTheft(`cards ${agent.id}`, ask)).toEqual(["ok", "55P03"]);
});

test("nor the claims of its calls", async () => {
  const free = await pinTool(database.admin, contractOf());
  const asking = await makeAgent(database.admin, ownerId);
  const gateway = database.as("gateway");
  const claim = async () => {
    await gateway`select agents.fn_invoke_tool(${asking.key}, ${free.name}, '{}', ${free.definitionHash}, '[]', 'x')`;
    const sql = openConnection(database.urls.worker, { max: 1 });
    try {
      const worker = await registerWorker(sql);
      const [row] = await sql`select agents.fn_claim_tool_invocation(${worker}, 30) as claim`;
      if (!row?.claim?.id) throw new Error("nothing was claimed");
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  expect(await underTheft(`claim-agent:${asking.id}`, claim)).toEqual(["ok", "55P03"]);
});

test("every lock that a function takes by a name has one that only this database knows", async () => {
  const rows = await database.admin<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('agents'::regnamespace, 'airlock'::regnamespace, 'audit'::regnamespace)
      and p.prosrc ~ 'advisory' and p.prosrc !~ 'airlock\\.lock_name|salt_key'`;
  // The watchdog reads who holds one, and takes none.
  expect(rows.map(({ name }) => name)).toEqual(["agents.fn_end_stale_transactions()"]);
});

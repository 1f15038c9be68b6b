import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { asOneWatchdog } from "#db/testing/one-watchdog.ts";
import { postgresPlace } from "#db/testing/postgres-place.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { freezeAgent } from "#lib/agents/freeze-agent.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { startKeeper } from "./keeper.ts";
import { startWatchdog } from "./watchdog.ts";

// One file for both: the watchdog looks at the whole server, so a keeper of another test could come first.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a call that nobody decided in time expires by itself, and its record says so", async () => {
  const owner = await makePerson(database.admin, "admin");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf({ egressClass: "write" }));
  const [asked] = await database.as("gateway")<{ view: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') as view`;
  const id = asked?.view.id ?? "";
  await database.admin`update agents.tool_invocations set expires_at = now() - interval '1 second' where id = ${id}`;

  const faults: string[] = [];
  const keeper = await startKeeper(database.urls.housekeeper, (line) => faults.push(line));
  try {
    await vi.waitFor(
      async () => {
        const [call] =
          await database.admin`select status, expiry_kind, approval_status from agents.tool_invocations where id = ${id}`;
        expect(call).toEqual({ status: "expired", expiry_kind: "approval", approval_status: "expired" });
      },
      { timeout: 20_000, interval: 100 },
    );
  } finally {
    await keeper.stop();
  }
  expect(faults).toEqual([]);
  const [entry] =
    await database.admin`select actor from audit.events where subject = ${`invocation:${id}`} and action = 'invocation.expired'`;
  expect(entry).toEqual({ actor: "system" });
});

test("outputs that were kept for long enough go by themselves, and the log says which", async () => {
  const owner = await makePerson(database.admin, "admin");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf());
  const worker = database.as("worker");
  const workerId = await registerWorker(worker);
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    await database.as("gateway", 1)`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x')`;
    const [row] = await worker`select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    const { id, fence } = row?.claim ?? {};
    const { sealed, sealedTo, digest } = sealForTest(id, Buffer.from("raw"));
    await worker`select agents.fn_complete_tool_invocation(${workerId}, ${id}, ${fence}, 'completed', ${sealed}, '"cleaned"', '[]', '{}',
      p_sealed_to => ${sealedTo}, p_raw_digest => ${digest})`;
    ids.push(id);
  }
  const [young = "", ...old] = ids;
  await database.admin.begin(async (sql) => {
    await sql.unsafe("alter table agents.invocation_outputs disable trigger guard_output");
    await sql`update agents.invocation_outputs set created_at = now() - interval '31 days' where invocation_id <> ${young}`;
    await sql.unsafe("alter table agents.invocation_outputs enable always trigger guard_output");
  });
  const faults: string[] = [];
  const keeper = await startKeeper(database.urls.housekeeper, (line) => faults.push(line));
  try {
    await vi.waitFor(
      async () => {
        const kept =
          await database.admin`select invocation_id as id from agents.invocation_outputs where sealed is not null`;
        expect(kept).toEqual([{ id: young }]);
      },
      { timeout: 20_000, interval: 100 },
    );
  } finally {
    await keeper.stop();
  }
  expect(faults).toEqual([]);
  const [entry] = await database.admin<{ actor: string; outputs: { id: string }[] }[]>`
    select actor, body::jsonb -> 'outputs' as outputs from audit.events where action = 'output.raw_deleted'`;
  expect(entry?.actor).toBe("system");
  expect(entry?.outputs.map(({ id }) => id).toSorted()).toEqual(old.toSorted());
});

test("where the queue was never laid out, the keeper says what to do", async () => {
  await database.admin`alter schema graphile_worker rename to elsewhere`;
  try {
    const start = startKeeper(database.urls.housekeeper, () => {});
    await expect(start).rejects.toThrow("Migrate it again with AIRLOCK_DB_HOUSEKEEPER_URL set");
  } finally {
    await database.admin`alter schema elsewhere rename to graphile_worker`;
  }
});

/** A stolen login: it has switched its time limits off and opened a transaction. */
async function intrude(url: string): Promise<Sql> {
  const sql = openConnection(url, { max: 1 });
  for (const limit of ["idle_in_transaction_session_timeout", "statement_timeout", "lock_timeout"]) {
    await sql.unsafe(`set ${limit} = 0`);
  }
  await sql`begin`;
  return sql;
}

/** Longer than the ten seconds after which a transaction is stale. */
const STALE_MS = 11_000;

test("stolen logins that hold the lane of switches and an agent's rows are ended, and people can stop everything again", () =>
  asOneWatchdog(endIntruders));

async function endIntruders() {
  const owner = await makePerson(database.admin, "admin");
  const operator = await makePerson(database.admin, "operator");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf());
  const web = database.as("web");
  const stop = (sql: Sql | TransactionSql = web) =>
    sql`select agents.fn_throw_kill_switch(${operator.session}, 'global', null, 'stop')`;

  const thief = await intrude(database.urls.web);
  await thief`select agents.fn_throw_kill_switch(${operator.session}, 'agent', ${agent.id}, 'held')`;
  const asker = await intrude(database.urls.gateway);
  await asker`select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x')`;
  await asker`select agents.fn_report_task_outcome(${agent.key}, 't', '{"result": "failed"}')`;
  const reader = await intrude(database.urls.auditor);
  await reader`select count(*) from audit.events`;
  const patient = freezeAgent(web, owner.session, { agentId: agent.id, frozen: true, reason: "It must stop." });
  const [young] = await Promise.all([sleep(STALE_MS / 2).then(() => intrude(database.urls.worker)), sleep(STALE_MS)]);
  const impatient = web.begin(async (sql) => {
    await sql`set local statement_timeout = '1s'`;
    await stop(sql);
  });
  await expect(impatient, "control: without the watchdog it waits in vain").rejects.toMatchObject({ code: "57014" });

  const lines: string[] = [];
  const watchdog = startWatchdog(database.urls.housekeeper, (line) => lines.push(line));
  try {
    await vi.waitFor(() => expect(lines).toEqual(["The watchdog ended 2 sessions that stayed too long."]), {
      timeout: 4_000,
    });
    await patient;
    await stop();
  } finally {
    await watchdog.stop();
  }
  const [stopped] = await database.admin`select array_agg(scope) as scopes from agents.kill_switches`;
  expect(stopped).toEqual({ scopes: ["global"] });
  const [cold] = await database.admin`select frozen_reason as reason from agents.agents where id = ${agent.id}`;
  expect(cold, "who only waits for one of them, and has written nothing, outlasts it").toEqual({
    reason: "It must stop.",
  });
  const entries =
    await database.admin`select actor, subject, body::jsonb as body from audit.events where action = 'watchdog.ended'`;
  expect(entries).toEqual([
    { actor: "system", subject: "installation:sessions", body: { logins: { airlock_web: 1, airlock_gateway: 1 } } },
  ]);
  // Whoever only reads, and whoever has not had its ten seconds, is left alone.
  await reader`commit`;
  await young`commit`;
  await Promise.all([thief, asker, reader, young].map((sql) => sql.end({ timeout: 1 })));
}

test("stolen logins that commit on their way, keep a lock without a transaction or listen and take nothing are ended too", () =>
  asOneWatchdog(endEvaders));

async function endEvaders() {
  const { admin } = database;
  const whoIs = async (sql: Sql) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;
  const lookAt = async (pid: number) =>
    (
      await admin`select state, wait_event as wait, now() - xact_start < interval '10 seconds' as young, query_start < now() - interval '10 seconds' as long
        from pg_stat_activity where pid = ${pid}`
    )[0];
  const isThere = async (pid: number) => (await admin`select from pg_stat_activity where pid = ${pid}`).length > 0;

  const busy = openConnection(database.urls.gateway, { max: 1 });
  await busy`set statement_timeout = 0`;
  const busyPid = await whoIs(busy);
  await admin`grant usage on language plpgsql to airlock_gateway`;
  const goesOn = busy
    .unsafe("do $$ begin for n in 1..8 loop perform pg_sleep(3); commit; end loop; end $$")
    .catch((error: Error) => error);

  await admin`grant execute on function pg_advisory_lock(bigint) to airlock_worker`;
  const keeping = openConnection(database.urls.worker, { max: 1 });
  await keeping`select pg_advisory_lock(42)`;
  const keepingPid = await whoIs(keeping);

  const ear = connect(postgresPlace().socket);
  await once(ear, "connect");
  const ownSocket: object = { socket: () => ear };
  const deaf = postgres(database.urls.checkpointer, { max: 1, ...ownSocket });
  const deafPid = await whoIs(deaf);
  await deaf`listen airlock_events`;
  ear.pause();
  for (let n = 0; n < 200; n += 1) await admin`select pg_notify('airlock_events', ${`${n}`.padEnd(7_900, "x")})`;

  const listening = openConnection(database.urls.web, { max: 1 });
  await listening.listen("airlock_events", () => {});
  await sleep(STALE_MS);
  expect(await lookAt(busyPid), "none of its transactions is old").toEqual({
    state: "active",
    wait: "PgSleep",
    young: true,
    long: true,
  });
  expect(await lookAt(deafPid)).toMatchObject({ state: "idle", wait: "ClientWrite" });

  const old = await admin`
    select pid from pg_stat_activity where pid = any (${[busyPid, keepingPid, deafPid]}) and xact_start < now() - interval '10 seconds'`;
  expect(old, "control: the age of a transaction shows none of them").toEqual([]);

  const housekeeper = database.as("housekeeper", 1);
  const end = () => housekeeper`select agents.fn_end_stale_transactions() as ended`;
  expect(await end()).toEqual([{ ended: 3 }]);
  for (const pid of [busyPid, keepingPid, deafPid]) {
    await vi.waitFor(async () => expect(await isThere(pid)).toBe(false), { timeout: 4_000 });
  }
  expect(await end(), "who listens and takes what it is told is left alone").toEqual([{ ended: 0 }]);
  await goesOn;
  await Promise.all([busy, keeping, listening].map((sql) => sql.end({ timeout: 1 })));
  ear.destroy();
}

test("a watchdog that found nothing writes nothing", async () => {
  const count = async () => (await database.admin`select count(*)::int as n from audit.events`)[0]?.n;
  const before = await count();
  const housekeeper = database.as("housekeeper", 1);
  expect(await housekeeper`select agents.fn_end_stale_transactions() as ended`).toEqual([{ ended: 0 }]);
  expect(await count()).toBe(before);
});

import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGIN_NAMES, roleOf } from "#db/logins.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { openRoleSessions, type RoleSessions, tryStatement } from "#db/testing/rights.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { MATRIX_ROLES } from "./rights-expected.ts";

/** What a stolen login could try beyond our tables: the server, other sessions, names that hide ours. */
let database: TestDatabase;
let sessions: RoleSessions;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sessions = await openRoleSessions(database);
  name = new URL(database.adminUrl).pathname.slice(1);
});
afterAll(async () => {
  await sessions.close();
  await database.drop();
});

/** Outside a transaction, for statements that refuse to run in one; none of them may get as far as an effect. */
const tryAlone = (sql: Sql, statement: string) =>
  sql.unsafe(statement).then(
    () => "ok",
    (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
  );

const ON_THE_SERVER: readonly (readonly [statement: string, refusal: string])[] = [
  // files and programs of the machine
  ["copy (select 1) to program 'true'", "permission denied to COPY to or from an external program"],
  ["copy (select 1) to '/tmp/stolen'", "permission denied to COPY to a file"],
  ["select pg_read_file('/etc/passwd')", "permission denied for function pg_read_file"],
  ["select pg_read_binary_file('/etc/passwd')", "permission denied for function pg_read_binary_file"],
  ["select pg_ls_dir('.')", "permission denied for function pg_ls_dir"],
  ["select pg_stat_file('base')", "permission denied for function pg_stat_file"],
  ["select lo_import('/etc/passwd')", "permission denied for function lo_import"],
  ["select lo_export(1, '/tmp/stolen')", "permission denied for function lo_export"],
  ["select lo_creat(-1)", "permission denied for function lo_creat"],
  ["select lo_from_bytea(0, 'x')", "permission denied for function lo_from_bytea"],
  ["load 'auto_explain'", 'access to library "auto_explain" is not allowed'],
  ["create language plpython3u", 'permission denied to create extension "plpython3u"'],
  ["create extension dblink schema pg_catalog", 'permission denied to create extension "dblink"'],
  ["create foreign data wrapper planted", 'permission denied to create foreign-data wrapper "planted"'],
  // who is who
  ["create role planted", "permission denied to create role"],
  ["alter role current_user superuser", "permission denied to alter role"],
  ["alter role current_user createrole", "permission denied to alter role"],
  ["alter role current_user connection limit -1", "permission denied to alter role"],
  ["alter role airlock_service login", "permission denied to alter role"],
  ["alter role airlock_owner password 'x'", "permission denied to alter role"],
  ["grant airlock_service to current_user", 'permission denied to grant role "airlock_service"'],
  ["grant airlock_owner to current_user", 'permission denied to grant role "airlock_owner"'],
  ["select rolpassword from pg_authid", "permission denied for table pg_authid"],
  ["select * from pg_hba_file_rules", "permission denied for view pg_hba_file_rules"],
  // settings that switch guards off, and what everybody shares
  ["set session_replication_role = replica", 'permission denied to set parameter "session_replication_role"'],
  ["set log_statement = 'all'", 'permission denied to set parameter "log_statement"'],
  ["select set_config('log_min_messages', 'debug5', true)", 'permission denied to set parameter "log_min_messages"'],
  ["select pg_reload_conf()", "permission denied for function pg_reload_conf"],
  ["select pg_switch_wal()", "permission denied for function pg_switch_wal"],
  ["select pg_stat_reset()", "permission denied for function pg_stat_reset"],
  ["select pg_create_physical_replication_slot('planted')", "permission denied to use replication slots"],
  [
    "alter default privileges for role airlock_owner grant execute on functions to public",
    "permission denied to change default privileges",
  ],
  [
    "create event trigger planted on ddl_command_start execute function planted()",
    'permission denied to create event trigger "planted"',
  ],
  // locks and storage that everybody shares: a migration, a sign-in or a secret could be kept waiting for ever
  ["select pg_advisory_lock(1634300524)", "permission denied for function pg_advisory_lock"],
  ["select pg_try_advisory_lock(1634300524)", "permission denied for function pg_try_advisory_lock"],
  ["select pg_advisory_lock_shared(1, 2)", "permission denied for function pg_advisory_lock_shared"],
  ["select pg_advisory_xact_lock(1)", "permission denied for function pg_advisory_xact_lock"],
  ["select pg_export_snapshot()", "permission denied for function pg_export_snapshot"],
  ["select pg_logical_emit_message(false, 'a', 'b')", "permission denied for function pg_logical_emit_message"],
  // a number for a transaction that does nothing: readers of events wait for every older one
  ["select pg_current_xact_id()", "permission denied for function pg_current_xact_id"],
  ["select txid_current()", "permission denied for function txid_current"],
  // a block that commits on its way: none of its transactions is ever old
  ["do $$ begin commit; end $$", "permission denied for language plpgsql"],
  ["create cast (int as text) with inout", "must be owner of type integer or type text"],
];

const ALONE: readonly (readonly [statement: string, refusal: string])[] = [
  ["alter system set archive_command = 'true'", 'permission denied to set parameter "archive_command"'],
  ["create database planted", "permission denied to create database"],
  ["create tablespace planted location '/tmp'", 'permission denied to create tablespace "planted"'],
];

describe.each(MATRIX_ROLES)("%s", (role) => {
  test("is refused whatever would reach the server beneath", async () => {
    const sql = sessions.of[role];
    const outcomes: [string, string][] = [];
    for (const [statement] of ON_THE_SERVER) outcomes.push([statement, await tryStatement(sql, statement)]);
    await sql`set default_transaction_read_only = off`;
    for (const [statement] of ALONE) outcomes.push([statement, await tryAlone(sql, statement)]);
    expect(outcomes).toEqual(
      [...ON_THE_SERVER, ...ALONE].map(([statement, refusal]) => [statement, `42501 ${refusal}`]),
    );
  });

  test("makes nothing in this database, not even a temporary table that could hide one of ours", async () => {
    const sql = sessions.of[role];
    const temporary = `42501 permission denied to create temporary tables in database "${name}"`;
    expect(await tryStatement(sql, "create temp table people (id uuid)")).toBe(temporary);
    expect(await tryStatement(sql, "create temp table planted as select 1")).toBe(temporary);
    expect(await tryStatement(sql, "create function pg_temp.planted() returns int language sql return 1")).toBe(
      temporary,
    );
    for (const statement of ["create schema planted", "create publication planted"]) {
      expect(await tryStatement(sql, statement)).toBe(`42501 permission denied for database ${name}`);
    }
    expect(await tryStatement(sql, `alter database ${name} set search_path = planted`)).toBe(
      `42501 must be owner of database ${name}`,
    );
  });
});

// The service role is tried by a superuser who stepped down, and who could always step back: nothing to learn there.
describe.each([...LOGIN_NAMES, "stranger" as const])("%s", (login) => {
  test("becomes no other role", async () => {
    const others = [
      ...LOGIN_NAMES.filter((other) => other !== login).map(roleOf),
      "airlock_owner",
      "airlock_audit_owner",
      "airlock_service",
      "postgres",
      "pg_read_all_data",
    ];
    for (const other of others) {
      expect(await tryStatement(sessions.of[login], `set role ${other}`)).toBe(
        `42501 permission denied to set role "${other}"`,
      );
    }
    for (const other of others.filter((role) => role !== "pg_read_all_data")) {
      expect(await tryStatement(sessions.of[login], `set session authorization ${other}`)).toBe(
        `42501 permission denied to set session authorization "${other}"`,
      );
    }
  });

  test("neither ends nor overhears the session of another", async () => {
    const other = database.as(login === "web" ? "gateway" : "web", 1);
    const [self] = await other`select pg_backend_pid() as pid, 'a secret in a statement' as said`;
    const mine = sessions.of[login];
    expect(await tryStatement(mine, `select pg_terminate_backend(${self?.pid})`)).toBe(
      "42501 permission denied for function pg_terminate_backend",
    );
    expect(await tryStatement(mine, `select pg_cancel_backend(${self?.pid})`)).toBe(
      "42501 permission denied for function pg_cancel_backend",
    );
    const [seen] = await mine`select query from pg_stat_activity where pid = ${self?.pid}`;
    expect(seen?.query).toBe("<insufficient privilege>");
    const [control] = await database.admin`select query from pg_stat_activity where pid = ${self?.pid}`;
    expect(control?.query, "control: the statement is there to be read").toContain("a secret in a statement");
  });
});

test("a login does not end even another session of its own name, such as the watchdog's", async () => {
  const another = database.as("housekeeper", 1);
  const [watchdog] = await another`select pg_backend_pid() as pid`;
  const end = `select pg_terminate_backend(${watchdog?.pid})`;
  const mine = sessions.of.housekeeper;
  expect(await tryStatement(mine, end)).toBe("42501 permission denied for function pg_terminate_backend");
  expect(await another`select pg_backend_pid() as pid`).toEqual([watchdog]);
  await database.admin`grant execute on function pg_terminate_backend(int, bigint) to airlock_housekeeper`;
  try {
    expect(await tryStatement(mine, end), "control: with the right that everybody has by default it does").toBe("ok");
  } finally {
    await database.admin`revoke execute on function pg_terminate_backend(int, bigint) from airlock_housekeeper`;
  }
});

describe("objects of ours", () => {
  test.each([
    ["create rule planted as on insert to agents.people do instead nothing", "must be owner of table people"],
    ["alter table agents.people disable trigger all", "must be owner of table people"],
    ["alter table agents.tool_invocations disable trigger guard_invocation", "must be owner of table tool_invocations"],
    ["drop trigger guard_invocation on agents.tool_invocations", "must be owner of relation tool_invocations"],
    ["drop table agents.people", "must be owner of table people"],
    ["create policy planted on agents.people", "must be owner of table people"],
    ["create index on agents.people (id)", "must be owner of table people"],
    ["comment on table agents.people is 'x'", "must be owner of table people"],
    ["alter table agents.people owner to current_user", "must be owner of table people"],
    ["drop function agents.fn_sweep(int)", "must be owner of function agents.fn_sweep"],
    ["alter function agents.fn_sweep(int) reset search_path", "must be owner of function agents.fn_sweep"],
    [
      "create or replace function agents.fn_sweep(p_limit int) returns int language sql return 1",
      "permission denied for schema agents",
    ],
    ["create view agents.planted as select 1", "permission denied for schema agents"],
    ["create type agents.planted as (a int)", "permission denied for schema agents"],
    ["select * from agents.people for update", "permission denied for table people"],
    [
      "select query_to_xml('select secret_hash from agents.agent_keys', true, true, '')",
      "permission denied for table agent_keys",
    ],
    ["drop schema agents cascade", "must be owner of schema agents"],
  ])("are not touched by a login that may read them: %s", async (statement, refusal) => {
    expect(await tryStatement(sessions.of.web, statement)).toBe(`42501 ${refusal}`);
  });

  test("tell nothing by their statistics to a login that may not read them", async () => {
    await makePerson(database.admin, "viewer");
    await makePerson(database.admin, "viewer");
    await database.admin`analyze agents.people`;
    const [control] = await sessions.of.web`select count(*)::int as n from pg_stats where tablename = 'people'`;
    expect(control?.n, "control: whoever may read the table sees them").toBeGreaterThan(0);
    for (const login of ["gateway", "worker", "checkpointer", "stranger"] as const) {
      expect(await sessions.of[login]`select from pg_stats where schemaname in ('agents', 'audit')`).toHaveLength(0);
    }
    expect(await sessions.of.web`select from pg_stats where attname = 'secret_hash'`).toHaveLength(0);
  });

  test("are not shut by a claim to be somebody: a setting names no person", async () => {
    const ana = await makePerson(database.admin, "operator");
    const web = sessions.of.web;
    const id = "'00000000-0000-4000-8000-000000000000'";
    for (const claim of ["airlock.person", "airlock.session", "request.jwt.claims", "session.person_id"]) {
      expect(
        await tryStatement(
          web,
          `set local "${claim}" = '${ana.id}'; select agents.fn_approve_tool_invocation('', ${id}, 1, 'x')`,
        ),
      ).toBe("AL001 You are not signed in, or your session has ended.");
    }
    expect(
      await tryStatement(web, `select agents.fn_approve_tool_invocation('${ana.session}', ${id}, 1, 'x')`),
      "control: the session itself is known",
    ).toBe("AL028 There is no such call.");
  });
});

describe("names that hide ours", () => {
  test("a temporary table stands in for nothing, even for a login that could make one", async () => {
    const key = `alk_live_${"0".repeat(8)}_${"0".repeat(49)}`;
    const plant = `
      create temp table agent_keys as select '00000000'::text as prefix;
      create temp table tools_registry as select 'forged'::text as name;
      set local search_path = pg_temp, agents;
      select agents.fn_tool_for_agent('${key}', 'forged')`;
    await database.admin.unsafe(`grant temporary on database ${name} to airlock_gateway`);
    try {
      expect(await tryStatement(sessions.of.gateway, plant)).toBe(
        "AL004 The agent key is missing, malformed, expired or revoked.",
      );
    } finally {
      await database.admin.unsafe(`revoke temporary on database ${name} from airlock_gateway`);
    }
  });

  test("the one login with a schema of its own cannot lend our functions another clock", async () => {
    const owner = await makePerson(database.admin, "admin");
    const agent = await makeAgent(database.admin, owner.id);
    const tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    await database.as("gateway")`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x')`;
    const housekeeper = sessions.of.housekeeper;
    await housekeeper.unsafe(`
      create function graphile_worker.now() returns timestamptz language sql return timestamptz 'infinity';
      set search_path = graphile_worker, pg_catalog`);
    const loose = `loose_${randomBytes(4).toString("hex")}`;
    const [sweep] = await database.admin<
      { text: string }[]
    >`select pg_get_functiondef('agents.fn_sweep(int)'::regprocedure) as text`;
    await database.admin.unsafe(
      `${(sweep?.text ?? "").replace("fn_sweep", loose).replace(/ SET search_path TO .*\n/, "")};
       grant execute on function agents.${loose} to airlock_housekeeper`,
    );
    const ended = async (call: string) =>
      housekeeper.begin(async (sql) => {
        const [row] = await sql.unsafe<{ n: number }[]>(`select agents.${call}(50) as n`);
        await sql`rollback`;
        return row?.n;
      });
    expect(await ended("fn_sweep")).toBe(0);
    await expect(ended(loose), "control: the same function without its pinned path believes it").resolves.toBe(1);
    await housekeeper`reset search_path`;
  });
});

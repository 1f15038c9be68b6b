import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { checkFunctions } from "./check-functions.ts";
import type { Connection } from "./connect.ts";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = asConnection(database.admin);
});
afterAll(() => database.drop());

/** The tests' own client in the place of the tools': what is asked of the server is the same. */
function asConnection(sql: Sql): Connection {
  return {
    async run(text, parameters = []) {
      const rows = await sql.unsafe(text, [...parameters] as string[]).values();
      return {
        tag: "",
        columns: [],
        rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
        truncated: false,
      };
    },
    close() {},
  };
}

const check = (sql: string, kind: "reader" | "writer" = "reader") => checkFunctions(connection, sql, kind);

describe("a statement", () => {
  test.each([
    "select pg_terminate_backend(1)",
    "select PG_Cancel_Backend(1)",
    'select pg_catalog."pg_terminate_backend"(1)',
    "select pg_catalog . /* x */ pg_terminate_backend (1)",
    "select pg_term\u0130nate_backend(1)",
    "select query_to_xml('select 1', true, true, '')",
    "select * from ts_stat('select to_tsvector(''a'')')",
    "select pg_advisory_lock(1)",
    "select pg_try_advisory_xact_lock_shared(1, 2)",
    "select pg_advisory_unlock_all()",
    "select pg_notify('a', 'b')",
    "select set_config('a.b', 'c', false)",
    "select lo_create(0)",
    "select pg_read_file('/etc/passwd')",
    "select pg_export_snapshot()",
    "select pg_reload_conf()",
    "select pg_switch_wal()",
    "select pg_logical_emit_message(false, 'a', 'b')",
    "select nextval('s')",
    "select 'pg_terminate_backend'",
  ])("that names what can do more than read is refused: %s", async (sql) => {
    await expect(check(sql)).rejects.toThrow("may not name it");
  });

  test("whose names are escaped is refused, since nobody here reads them", async () => {
    await expect(check('select U&"pg\\005fterminate_backend"(1)')).rejects.toThrow("without U&");
    await expect(check('select u&"x"')).rejects.toThrow("without U&");
  });

  test.each([
    "select id, state from orders where id <= $1 order by id",
    "select count(*), sum(total), max(created_at) filter (where lower(name) like 'a%') from orders group by date_trunc('day', created_at)",
    "select random(), clock_timestamp(), gen_random_uuid(), pg_total_relation_size('orders')",
    "with recursive t as (select 1 as n union all select n + 1 from t where n < 9) select json_agg(n) from t",
    "explain (analyze, buffers) select * from orders",
    "select to_tsvector('a') @@ plainto_tsquery('b'), regexp_replace(a, 'b', 'c'), jsonb_path_query(c, '$.a')",
    "select current_setting('timezone'), version(), now(), current_user, pg_typeof(1)",
  ])("that reads passes: %s", async (sql) => {
    await expect(check(sql)).resolves.toBeUndefined();
  });

  test.each([
    "select * from crosstab('select 1, 2, pg_' || 'notify(''a'', ''b'')') as t (a int, b text)",
    "select * from crosstab3('select 1')",
    "select * from CrossTab('select 1', 'select 2') as t (a int)",
    "select * from connectby('t', 'a', 'b', 'c', 'd', 0) as t (a int)",
    "select * from xpath_table('a', 'b', 'c', 'd', 'e') as t (a int)",
  ])("that names what runs a text, however the server calls it, is refused: %s", async (sql) => {
    await database.admin`create extension if not exists tablefunc`;
    await database.admin`create extension if not exists xml2`;
    await expect(check(sql)).rejects.toThrow("may not name it");
  });

  test("control: a text that is run has its effect in a reading transaction, under a name that stands nowhere", async () => {
    await database.admin`create extension if not exists tablefunc`;
    const text =
      "select * from crosstab('select 1, ''b''::text, pg_' || 'try_advisory_lock(7)::text') as t (a int, b text)";
    const held = await database.admin.begin("read only", async (sql) => {
      await sql.unsafe(text);
      return sql`select objid from pg_catalog.pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`;
    });
    expect(held).toMatchObject([{ objid: 7 }]);
  });

  test("of a writer may draw from sequences, and do no more than that", async () => {
    await expect(check("insert into t values (nextval('s'))", "writer")).resolves.toBeUndefined();
    await expect(check("update t set a = pg_terminate_backend(1)", "writer")).rejects.toThrow("may not name it");
  });
});

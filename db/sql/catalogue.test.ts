import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGIN_NAMES, roleOf } from "#db/logins.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Reads the catalogue, so that a rule holds for what will be added as well. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Of a function's text, the literals that are read by `standard_conforming_strings`: comments, names and `E''` apart, those with a backslash. */
function plainLiterals(source: string): string[] {
  const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|(?<!\w)[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'/g;
  return (source.match(parts) ?? []).filter((part) => part.startsWith("'") && part.includes("\\"));
}

const ours = "n.nspname in ('agents', 'airlock', 'audit')";

describe("every function", () => {
  test("pins its search path, so that a caller's temporary table cannot stand in for ours, unless it only ever runs inside one that does", async () => {
    // A private function in plain SQL is folded into its caller when it has no setting of its own.
    const rows = await database.admin.unsafe(`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where ${ours} and not coalesce(p.proconfig, '{}') && array['search_path=pg_catalog, pg_temp']
        and not (n.nspname <> 'agents' and l.lanname = 'sql' and not p.prosecdef and p.prorettype <> 'trigger'::regtype)`);
    expect(rows.map(({ proname }) => proname)).toEqual([]);
  });

  test("that a login can call prints no plan to its caller: what it works with stands in there", async () => {
    const rows = await database.admin.unsafe(`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${ours} and p.prosecdef and not p.proconfig && array['debug_print_plan=off']`);
    expect(rows.map(({ proname }) => proname)).toEqual([]);
  });

  test("is written in a language that parses, also where no test walks", async () => {
    const rows = await database.admin.unsafe(`
      select p.proname, plpgsql_validator(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      join pg_language l on l.oid = p.prolang where ${ours} and l.lanname = 'plpgsql'`);
    expect(rows.length).toBeGreaterThan(50);
  });

  test("reads the same whatever a caller says about strings: a plain literal holds no backslash", async () => {
    const rows = await database.admin.unsafe<{ name: string; prosrc: string }[]>(`
      select p.oid::regprocedure::text as name, p.prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours}`);
    expect(rows.flatMap(({ name, prosrc }) => plainLiterals(prosrc).map((text) => [name, text]))).toEqual([]);
    const tried = plainLiterals(String.raw`-- it's '\' here
      select '\s', E'\\s', e'it\'s', 'a''\b', "it's" /* '\' */ from x`);
    expect(tried, "control: they are found").toEqual([String.raw`'\s'`, String.raw`'a''\b'`]);
  });

  test("of texts says the same to a caller for whom backslashes escape", async () => {
    const asks = (setting: "on" | "off") =>
      database.admin.begin(async (sql) => {
        await sql.unsafe(`set local standard_conforming_strings = ${setting}`);
        await sql`discard plans`;
        const [row] = await sql`
          select airlock.begins_plainly('rm -rf', 'rm ') as option, airlock.begins_plainly('as-x', 'as') as name,
            airlock.folded(E'Pass  the\u200b SSN') as folded, airlock.may_contain(E'{"a":"\\u0041"}', 'A') as contained,
            encode(airlock.sha1('abc'), 'hex') as digest, airlock.flaw_of_test('{"prefix": "S"}') as flaw`;
        return row;
      });
    const expected = { option: false, name: true, folded: "pass the ssn", contained: true };
    expect(await asks("on")).toMatchObject(expected);
    expect(await asks("off")).toEqual(await asks("on"));
    const [safe, plain] = [String.raw`E'\\s`, String.raw`'\s`];
    await takeOut(database.admin, "airlock.begins_plainly", safe, plain);
    const read = await asks("off");
    await takeOut(database.admin, "airlock.begins_plainly", plain, safe);
    expect(read, "control: as it was written, an option passed").toMatchObject({ option: true });
  });

  test("that a login can call is a definer function of an owner nobody can log in as", async () => {
    const rows = await database.admin.unsafe(`
      select p.proname, p.prosecdef, r.rolcanlogin from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
      where n.nspname = 'agents' and (not p.prosecdef or r.rolcanlogin)`);
    expect(rows).toEqual([]);
  });

  test("is executable by nobody by default", async () => {
    const rows = await database.admin.unsafe(`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
      where ${ours} and acl.grantee = 0`);
    expect(rows.map(({ proname }) => proname)).toEqual([]);
  });

  test("of the private schema is out of every login's reach", async () => {
    for (const login of LOGIN_NAMES) {
      const [row] = await database.admin`select has_schema_privilege(${roleOf(login)}, 'airlock', 'usage') as may`;
      expect([login, row?.may]).toEqual([login, false]);
    }
  });
});

describe("every table", () => {
  test("is written by no login", async () => {
    for (const login of LOGIN_NAMES) {
      const rows = await database.admin`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('agents', 'airlock', 'audit') and c.relkind = 'r'
          and has_table_privilege(${roleOf(login)}, c.oid, 'insert, update, delete, truncate')`;
      expect([login, rows.map(({ name }) => name)]).toEqual([login, []]);
    }
  });

  test("of the agent-facing and of the dispatching login is not even read", async () => {
    for (const role of ["airlock_gateway", "airlock_worker"]) {
      const rows = await database.admin`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('agents', 'airlock', 'audit') and c.relkind = 'r' and has_table_privilege(${role}, c.oid, 'select')`;
      expect(rows).toEqual([]);
    }
  });

  test("keeps what proves a person or a key, and raw output, from the login that serves pages", async () => {
    const web = database.as("web");
    await expect(web`select * from agents.person_credentials`).rejects.toMatchObject({ code: "42501" });
    await expect(web`select token_hash from agents.sessions`).rejects.toMatchObject({ code: "42501" });
    await expect(web`select secret_hash from agents.agent_keys`).rejects.toMatchObject({ code: "42501" });
    await expect(web`select sealed from agents.invocation_outputs`).rejects.toMatchObject({ code: "42501" });
  });
});

test("every trigger of ours fires on every replication role", async () => {
  const rows = await database.admin.unsafe(`
    select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal and t.tgenabled <> 'A'`);
  expect(rows.map(({ tgname }) => tgname)).toEqual([]);
});

test("the approval flag of a write-class tool is set even when replication would skip triggers, and cannot be unset", async () => {
  const insert = (requires: boolean) =>
    database.admin.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      return sql`
      insert into agents.tools_registry (id, name, name_skeleton, name_skeleton_folded, egress_class, safety_class, category,
        action_type, requires_approval, state, created_at, updated_at)
      values (gen_random_uuid(), 'w', 'w', 'w', 'write', 'write', 'web', 'web:post', ${requires}, 'active', now(), now())
      returning requires_approval`;
    });
  expect(await insert(false)).toMatchObject([{ requires_approval: true }]);
  expect(
    await database.admin`update agents.tools_registry set requires_approval = false where name = 'w' returning requires_approval`,
  ).toMatchObject([{ requires_approval: true }]);
});

test("the audit log is changed by nobody, not even its owner", async () => {
  await database.admin`select audit.append('system', 'test', 'test:1', '{}')`;
  await expect(database.admin`update audit.events set actor = 'x'`).rejects.toMatchObject({ code: "AL032" });
  await expect(database.admin`delete from audit.events`).rejects.toMatchObject({ code: "AL032" });
  await expect(database.admin`truncate audit.events`).rejects.toMatchObject({ code: "AL032" });
  await expect(database.admin`update audit.lanes set seq = seq + 2`).rejects.toMatchObject({ code: "AL032" });
});

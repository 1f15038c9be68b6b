import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { LOGIN_NAMES, type LoginName, roleOf } from "#db/logins.ts";
import { openConnection } from "#db/open-connection.ts";
import {
  FUNCTION_CALLERS,
  type MatrixRole,
  type Reading,
  SCHEMA_USERS,
  TABLE_READERS,
} from "#db/sql/rights-expected.ts";
import type { TestDatabase } from "./test-database.ts";

/** One square of the matrix: a statement, and how it must be refused; without a refusal it must be let through. */
export interface Cell {
  readonly act: string;
  readonly on: string;
  readonly statement: string;
  readonly refusal?: string;
}

/** A connection that really is each role of the matrix. */
export interface RoleSessions {
  readonly of: Readonly<Record<MatrixRole, Sql>>;
  readonly nameOf: (role: MatrixRole) => string;
  close(): Promise<void>;
}

export async function openRoleSessions(database: TestDatabase): Promise<RoleSessions> {
  await database.admin.unsafe(TRYING);
  const stranger = `stranger_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(24).toString("base64url");
  await database.admin.unsafe(`create role ${stranger} login password '${password}'`);
  const strangerUrl = new URL(database.adminUrl);
  strangerUrl.username = stranger;
  strangerUrl.password = password;
  const options = { max: 1 };
  const asStranger = openConnection(strangerUrl.href, options);
  // Nobody can log in as the service role: the superuser steps down to it, and is then judged as it.
  const asService = openConnection(database.adminUrl, options);
  await asService`set session authorization airlock_service`;
  const logins = Object.fromEntries(LOGIN_NAMES.map((login) => [login, database.as(login, 1)])) as Record<
    LoginName,
    Sql
  >;
  const of = { ...logins, service: asService, stranger: asStranger };
  for (const sql of Object.values(of)) await sql`set idle_in_transaction_session_timeout = 0`;
  return {
    of,
    nameOf: (role) => (role === "stranger" ? stranger : role === "service" ? "airlock_service" : roleOf(role)),
    async close() {
      await Promise.all(Object.values(of).map((sql) => sql.end({ timeout: 1 })));
      await database.admin.unsafe(`drop role ${stranger}`);
    },
  };
}

/**
 * Runs one statement as whoever the session is, and takes it back. The read-only default of two logins is lifted, because
 * the session itself could do that: rights must refuse, not a setting. Gives "ok", or SQLSTATE and message.
 */
export async function tryStatement(sql: Sql, statement: string): Promise<string> {
  try {
    await sql.unsafe(`rollback; begin read write; ${statement}`);
    return "ok";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code} ${message}`;
  } finally {
    await sql.unsafe("rollback");
  }
}

/** The cells that do not come out as written, as `role: act on object: what happened`. */
export async function findDeviations(sql: Sql, role: string, cells: readonly Cell[]): Promise<string[]> {
  const outcomes = await tryStatements(
    sql,
    cells.map(({ statement }) => statement),
  );
  return cells.flatMap(({ act, on, refusal }, place) => {
    const outcome = outcomes[place] ?? "not tried";
    return isAsWritten(act, refusal, outcome) ? [] : [`${role}: ${act} on ${on}: ${outcome}`];
  });
}

const TAKEN_BACK = "AL000";

/** Written by the superuser and run with the rights of whoever calls it: no login may write a block of its own. */
const TRYING = `
  create schema trying;
  grant usage on schema trying to public;
  create function trying.each(statements text[]) returns jsonb language plpgsql as $try$
  declare
    statement text;
    outcomes text[] := '{}';
  begin
    foreach statement in array statements loop
      begin
        execute statement;
        raise exception using errcode = '${TAKEN_BACK}';
      exception when others then
        outcomes := outcomes || case sqlstate when '${TAKEN_BACK}' then 'ok' else sqlstate || ' ' || sqlerrm end;
      end;
    end loop;
    return to_jsonb(outcomes);
  end $try$`;

/**
 * Many statements at once, each as `tryStatement` would: a loop in the session tries them one by one, because there are
 * some ten thousand and on the way to and fro each would cost more than it does.
 */
async function tryStatements(sql: Sql, statements: readonly string[]): Promise<string[]> {
  const array = statements.map((statement) => `$statement$${statement}$statement$`).join(",\n");
  await sql.unsafe("begin read write");
  try {
    const [row] = await sql.unsafe<{ outcomes: string[] }[]>(`select trying.each(array[${array}]::text[]) as outcomes`);
    return row?.outcomes ?? [];
  } finally {
    await sql.unsafe("rollback");
  }
}

function isAsWritten(act: string, refusal: string | undefined, outcome: string): boolean {
  if (refusal !== undefined) return outcome === `42501 ${refusal}`;
  // A function that may be called says no to its null arguments, in words of its own.
  return act === "call" ? !outcome.startsWith("42501 ") : outcome === "ok";
}

interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly types: readonly string[];
}

/** What there is to have a right on, read from the catalogue: nothing is tried only because somebody thought of it. */
export interface Objects {
  readonly tables: readonly Relation[];
  readonly sequences: readonly Relation[];
  readonly routines: readonly Routine[];
}

export async function readObjects(admin: Sql): Promise<Objects> {
  const schemas = Object.keys(SCHEMA_USERS);
  const relations = await admin<(Relation & { kind: string })[]>`
    select n.nspname as schema, c.relname as name, c.relkind::text as kind,
      array(select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)::text[] as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${admin(schemas)} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') order by 1, 2`;
  const routines = await admin<Routine[]>`
    select n.nspname as schema, p.proname as name,
      array(select format_type(t.oid, null) from unnest(p.proargtypes) with ordinality as t(oid, place) order by place)::text[] as types
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${admin(schemas)} order by 1, 2`;
  return {
    tables: relations.filter(({ kind }) => kind !== "S"),
    sequences: relations.filter(({ kind }) => kind === "S"),
    routines,
  };
}

/** Names in the catalogue that the expectations say nothing about, and the other way round. */
export function findUnwritten({ tables, routines }: Objects): string[] {
  const spoken = (schema: string) => schema === "agents" || schema === "audit";
  const there = new Set(
    [...tables, ...routines].filter(({ schema }) => spoken(schema)).map(({ schema, name }) => `${schema}.${name}`),
  );
  const written = new Set([...Object.keys(TABLE_READERS), ...Object.keys(FUNCTION_CALLERS)]);
  return [
    ...[...there].filter((name) => !written.has(name)).map((name) => `${name} has no line in rights-expected.ts`),
    ...[...written].filter((name) => !there.has(name)).map((name) => `${name} has a line but does not exist`),
  ];
}

/** Every cell of one role, over all tables, columns, sequences, functions and schemas. */
export function cellsOf(role: MatrixRole, { tables, sequences, routines }: Objects): Cell[] {
  return [
    ...Object.keys(SCHEMA_USERS).flatMap((schema) => (owns(role, schema) ? [] : [createCell(schema)])),
    ...tables.flatMap((table) => tableCells(role, table)),
    ...sequences.flatMap((sequence) => sequenceCells(role, sequence)),
    ...routines.map((routine) => routineCell(role, routine)),
  ];
}

function owns(role: MatrixRole, schema: string): boolean {
  return role === "housekeeper" && schema === "graphile_worker";
}

function createCell(schema: string): Cell {
  const refusal = `permission denied for schema ${schema}`;
  return { act: "create table", on: schema, statement: `create table ${schema}.planted ()`, refusal };
}

/** PostgreSQL names the outermost thing that refuses: the schema, where even that is closed. */
function refusalOf(role: MatrixRole, schema: string, kind: string, name: string): string {
  return SCHEMA_USERS[schema]?.includes(role)
    ? `permission denied for ${kind} ${name}`
    : `permission denied for schema ${schema}`;
}

function readingOf(role: MatrixRole, { schema, name }: Relation): Reading {
  return owns(role, schema) ? "whole" : (TABLE_READERS[`${schema}.${name}`]?.[role] ?? []);
}

function tableCells(role: MatrixRole, table: Relation): Cell[] {
  const on = `${table.schema}.${table.name}`;
  const refusal = refusalOf(role, table.schema, "table", table.name);
  const reading = readingOf(role, table);
  const select = (columns: string, allowed: boolean): Cell => {
    const cell = { act: "select", on: `${on} (${columns})`, statement: `select ${columns} from ${on} where false` };
    return allowed ? cell : { ...cell, refusal };
  };
  const reads =
    reading === "whole"
      ? [select("*", true)]
      : [select("*", false), ...table.columns.map((column) => select(`"${column}"`, reading.includes(column)))];
  if (owns(role, table.schema)) return reads;
  const forbidden = (act: string, statement: string): Cell => ({ act, on, statement, refusal });
  return [
    ...reads,
    forbidden("insert", `insert into ${on} default values`),
    ...table.columns.map((column) => forbidden(`update ${column}`, `update ${on} set "${column}" = default`)),
    forbidden("delete", `delete from ${on}`),
    forbidden("truncate", `truncate ${on}`),
    forbidden("lock", `lock table ${on} in access exclusive mode`),
    forbidden("reindex", `reindex table ${on}`),
    forbidden(
      "create trigger",
      `create trigger planted before insert on ${on} for each row execute function suppress_redundant_updates_trigger()`,
    ),
  ];
}

function sequenceCells(role: MatrixRole, { schema, name }: Relation): Cell[] {
  if (owns(role, schema))
    return [{ act: "read", on: `${schema}.${name}`, statement: `select * from ${schema}.${name}` }];
  const refusal = refusalOf(role, schema, "sequence", name);
  return [
    ["read", `select last_value from ${schema}.${name}`],
    ["advance", `select nextval('${schema}.${name}')`],
    ["set", `select setval('${schema}.${name}', 1)`],
  ].map(([act = "", statement = ""]) => ({ act, on: `${schema}.${name}`, statement, refusal }));
}

/** Called with nulls of the right types, so that nothing but the right to call it can be what refuses. */
function routineCell(role: MatrixRole, { schema, name, types }: Routine): Cell {
  // A row type is left to be inferred: naming it would be refused before the function is.
  const nulls = types.map((type) => (type.includes(".") ? "null" : `null::${type}`)).join(", ");
  const cell = { act: "call", on: `${schema}.${name}`, statement: `select ${schema}.${name}(${nulls})` };
  const allowed = owns(role, schema) || FUNCTION_CALLERS[`${schema}.${name}`]?.includes(role);
  return allowed ? cell : { ...cell, refusal: refusalOf(role, schema, "function", name) };
}

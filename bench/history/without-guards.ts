import type { TransactionSql } from "postgres";

/**
 * Loads what the guards would refuse — calls that are born ended — and what each row's checks would take hours for. As the
 * tables' owners and within the caller's transaction: triggers off, foreign keys and secondary indexes dropped; afterwards
 * everything is put back as it was found, which checks every foreign key and unique index over all that was loaded.
 * If anything fails, the transaction takes all of it back.
 */
export async function withoutGuards(
  sql: TransactionSql,
  owners: readonly Owned[],
  load: () => Promise<void>,
): Promise<void> {
  const guards: (Guards & { owner: string })[] = [];
  for (const { owner, tables } of owners) {
    await actAs(sql, owner);
    guards.push({ owner, ...(await takeGuards(sql, tables)) });
  }
  await load();
  for (const { owner, ...found } of guards) {
    await actAs(sql, owner);
    await restoreGuards(sql, found);
  }
  await sql.unsafe("reset role");
}

export interface Owned {
  readonly owner: string;
  readonly tables: readonly string[];
}

/** Until the end of the transaction, or until somebody else is named. */
export async function actAs(sql: TransactionSql, owner: string): Promise<void> {
  await sql.unsafe(`set local role ${owner}`);
}

type Guards = Awaited<ReturnType<typeof takeGuards>>;

async function takeGuards(sql: TransactionSql, tables: readonly string[]) {
  const triggers = await readTriggers(sql, tables);
  const keys = await readForeignKeys(sql, tables);
  const indexes = await readIndexes(sql, tables);
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  for (const { table, name } of triggers) await sql.unsafe(`alter table ${table} disable trigger ${name}`);
  return { triggers, keys, indexes };
}

async function restoreGuards(sql: TransactionSql, { triggers, keys, indexes }: Guards): Promise<void> {
  for (const { definition } of indexes) await sql.unsafe(definition);
  for (const { table, name, definition } of keys) {
    await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { table, name, enabled } of triggers) {
    await sql.unsafe(`alter table ${table} ${ENABLE[enabled] ?? "enable"} trigger ${name}`);
  }
}

/** How pg_trigger says that a trigger is on. */
const ENABLE: Readonly<Record<string, string>> = { O: "enable", A: "enable always", R: "enable replica", D: "disable" };

interface Named {
  readonly table: string;
  readonly name: string;
}

function readTriggers(sql: TransactionSql, tables: readonly string[]) {
  return sql<(Named & { enabled: string })[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name, tgenabled::text as enabled
    from pg_trigger where not tgisinternal and tgrelid::regclass::text = any(${sql.array([...tables])}) order by tgname`;
}

function readForeignKeys(sql: TransactionSql, tables: readonly string[]) {
  return sql<(Named & { definition: string })[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${sql.array([...tables])}) order by conname`;
}

/** Those that no constraint stands on; a primary key stays, because others refer to it. */
function readIndexes(sql: TransactionSql, tables: readonly string[]) {
  return sql<(Named & { definition: string })[]>`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid::regclass::text = any(${sql.array([...tables])})
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    order by 2`;
}

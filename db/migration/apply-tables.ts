import type { TransactionSql } from "postgres";
import { readMigrations } from "./sources.ts";

/** The tables of this database came from another text than the one at hand; guessing the difference could lose data. */
class ChangedMigration extends Error {
  constructor(tag: string) {
    super(
      `The migration '${tag}' was applied to this database in another form. It comes from another version of Airlock: ` +
        "use that one, or start with an empty database or another AIRLOCK_HOME.",
    );
  }
}

/** Brings the tables to the newest generated migration; returns what was applied. */
export async function applyTables(sql: TransactionSql): Promise<string[]> {
  await sql.unsafe(`
    create schema if not exists airlock;
    create table if not exists airlock.migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now());
    create table if not exists airlock.sql_state (one int primary key check (one = 1), hash text not null)`);
  const applied = await sql<{ tag: string; hash: string }[]>`select tag, hash from airlock.migrations`;
  const known = new Map(applied.map(({ tag, hash }) => [tag, hash]));
  const migrations = readMigrations();
  const changed = migrations.find(({ tag, hash }) => known.has(tag) && known.get(tag) !== hash);
  if (changed) throw new ChangedMigration(changed.tag);
  const missing = migrations.filter(({ tag }) => !known.has(tag));
  for (const { tag, hash, statements } of missing) {
    for (const statement of statements) await sql.unsafe(statement);
    await sql`insert into airlock.migrations (tag, hash) values (${tag}, ${hash})`;
  }
  return missing.map(({ tag }) => tag);
}

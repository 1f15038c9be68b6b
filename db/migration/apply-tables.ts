import type { TransactionSql } from "postgres";
import { readMigrations } from "./sources.ts";

/** Brings the tables to the newest generated migration; returns what was applied. */
export async function applyTables(sql: TransactionSql): Promise<string[]> {
  await sql.unsafe(`
    create schema if not exists airlock;
    create table if not exists airlock.migrations (tag text primary key, applied_at timestamptz not null default now());
    create table if not exists airlock.sql_state (one int primary key check (one = 1), hash text not null)`);
  const known = new Set((await sql<{ tag: string }[]>`select tag from airlock.migrations`).map(({ tag }) => tag));
  const missing = readMigrations().filter(({ tag }) => !known.has(tag));
  for (const { tag, statements } of missing) {
    for (const statement of statements) await sql.unsafe(statement);
    await sql`insert into airlock.migrations (tag) values (${tag})`;
  }
  return missing.map(({ tag }) => tag);
}

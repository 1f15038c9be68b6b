import { openConnection } from "#db/open-connection.ts";
import { DATABASE } from "./layout.ts";

/** Whether the server takes a sign-in and a query: a process that exists, or a socket that accepts, proves neither. */
export async function answers(url: string): Promise<boolean> {
  const sql = openConnection(url, { max: 1, connect_timeout: 3 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function ensureDatabase(url: string): Promise<void> {
  const sql = openConnection(url, { max: 1, connect_timeout: 10 });
  try {
    const [existing] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (!existing) await sql`create database ${sql(DATABASE)}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

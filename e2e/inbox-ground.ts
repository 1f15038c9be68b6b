import type { Sql } from "postgres";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { home } from "./demo.ts";

/** The installation's own database as its owner: to arrange and to look, never for what is under test. */
export async function withOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ home: home() });
  const sql = openConnection(server.adminUrl, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** A number of the settings, past its bounds if need be. */
export function setNumber(name: string, value: number): Promise<unknown> {
  return withOwner(
    (sql) => sql`
    update agents.settings set value = ${value}, least = least(least, ${value}), most = greatest(most, ${value})
    where name = ${name}`,
  );
}

import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export async function removeMemory(
  sql: postgres.Sql,
  token: string,
  memoryId: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_remove_memory(${token}, ${memoryId}, ${reason})`;
  return done(null);
}

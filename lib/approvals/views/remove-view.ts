import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export async function removeView(sql: postgres.Sql, token: string, id: string): Promise<Outcome<null>> {
  await sql`select agents.fn_remove_inbox_view(${token}, ${id})`;
  return done(null);
}

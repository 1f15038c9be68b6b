import type { TransactionSql } from "postgres";
import { readSqlSources } from "./sources.ts";

/**
 * Sets the roles to what the file says, at every migration: a login may change its own settings, so what an intruder left
 * there need not have come with a change of any file.
 */
export async function applyRoles(sql: TransactionSql): Promise<void> {
  await sql.unsafe(readSqlSources().roles);
}

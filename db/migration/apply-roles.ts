import type { TransactionSql } from "postgres";
import { readSqlSources } from "./sources.ts";

/**
 * Sets the roles to what the file says, at every migration: a login may change its own settings, so what an intruder left
 * there need not have come with a change of any file. What a superuser alone can take from them follows where one migrates;
 * elsewhere `doctor` says what is open.
 */
export async function applyRoles(sql: TransactionSql): Promise<void> {
  const { roles, server } = readSqlSources();
  await sql.unsafe(roles);
  const [self] = await sql<
    { mayAll: boolean }[]
  >`select rolsuper as "mayAll" from pg_roles where rolname = current_user`;
  if (self?.mayAll) await sql.unsafe(server);
}

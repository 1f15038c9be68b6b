import type postgres from "postgres";
import { isUuid } from "#lib/invocations/uuid.ts";

export async function readAgentName(sql: postgres.Sql, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sql<{ name: string }[]>`select name from agents.agents where id = ${id}`;
  return row?.name;
}

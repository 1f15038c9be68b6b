import type postgres from "postgres";

/** Calls of which nobody knows whether they took effect, however old: they stay until a person resolves them. */
export async function countUnknown(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ calls: number }[]>`
    select count(*)::int as calls from agents.tool_invocations where status = 'unknown'`;
  return row?.calls ?? 0;
}

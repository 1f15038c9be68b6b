import type postgres from "postgres";

/**
 * A try with a code, counted: the database has committed it before it says anything about the code. Without a question it is the first
 * code of an app that is being set up.
 */
export async function announceCode(
  sql: postgres.Sql,
  token: string,
  code: string,
  stepUp: string | null = null,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`select agents.fn_announce_code(${token}, ${code}, ${stepUp}) as id`;
  return row?.id ?? null;
}

import type postgres from "postgres";

/** Whether this person's last approvals were quicker than reading, as the database will judge at their next one. */
export async function isHurried(sql: postgres.Sql, token: string): Promise<boolean> {
  const [row] = await sql<{ hurried: boolean }[]>`select agents.fn_is_hurried(${token}) as hurried`;
  return row?.hurried ?? false;
}

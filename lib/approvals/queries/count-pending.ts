import type postgres from "postgres";

/** How many calls wait for people, however many of them a list shows. */
export async function countPending(sql: postgres.Sql): Promise<number> {
  const [counted] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from agents.approvals
    where status = 'pending' and subject_kind = 'invocation' and expires_at > now()`;
  return counted?.waiting ?? 0;
}

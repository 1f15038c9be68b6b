import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { NoticeLevel } from "#lib/policy/vocabulary.ts";

export interface NoticeItem {
  readonly id: string;
  readonly agent: string;
  readonly invocationId: string;
  readonly level: NoticeLevel;
  readonly title: string;
  readonly text: string;
  readonly createdAt: string;
}

/** What agents want people to see and nobody has dismissed: the urgent first, then the newest. */
export async function listNotices(sql: postgres.Sql, limit: number): Promise<{ items: NoticeItem[]; total: number }> {
  const rows = plainRows(
    await sql<(NoticeItem & { total: number })[]>`
      select n.id, a.name as agent, n.invocation_id as "invocationId", n.level, n.title, n.text,
        n.created_at as "createdAt", (count(*) over ())::int as total
      from agents.notices n join agents.agents a on a.id = n.agent_id
      where n.dismissed_at is null
      order by array_position(array['urgent', 'warning', 'info'], n.level), n.id desc limit ${limit}`,
  );
  return { items: rows, total: rows[0]?.total ?? 0 };
}

import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface MemoryItem {
  readonly id: string;
  readonly key: string | null;
  /** Its beginning; the whole is in the call that stored it. */
  readonly text: string;
  readonly characters: number;
  readonly tags: readonly string[];
  readonly invocationId: string;
  readonly createdAt: string;
}

const A_PAGE = 50;
const SHOWN = 1_000;

/** What an agent keeps for itself, the newest first. */
export async function listMemories(
  sql: postgres.Sql,
  agentId: string,
  before: string | undefined,
): Promise<{ items: MemoryItem[]; next: string | undefined }> {
  const rows = plainRows(
    await sql<MemoryItem[]>`
      select m.id, m.key, left(m.text, ${SHOWN}) as text, length(m.text) as characters, m.tags, m.invocation_id as "invocationId",
        m.created_at as "createdAt"
      from agents.memories m
      where m.agent_id = ${agentId} and m.removed_at is null and (${before ?? null}::uuid is null or m.id < ${before ?? null}::uuid)
      order by m.id desc limit ${A_PAGE + 1}`,
  );
  const items = rows.slice(0, A_PAGE);
  return { items, next: rows.length > A_PAGE ? items.at(-1)?.id : undefined };
}

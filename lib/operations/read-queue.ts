import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

/** What is released to dispatchers and not yet ended. External calls are not theirs: the agent that asked takes them. */
export interface Queue {
  /** May be taken now. */
  readonly waiting: number;
  /** Released, but not to start yet. */
  readonly delayed: number;
  readonly running: number;
  readonly oldestWaitingSince: string | null;
}

export async function readQueue(sql: postgres.Sql): Promise<Queue> {
  const [row] = plainRows(
    await sql<Queue[]>`
      select
        count(*) filter (where claimed_at is null and claimable_at <= now())::int as waiting,
        count(*) filter (where claimed_at is null and claimable_at > now())::int as delayed,
        count(*) filter (where claimed_at is not null)::int as running,
        min(claimable_at) filter (where claimed_at is null and claimable_at <= now()) as "oldestWaitingSince"
      from agents.tool_invocations where status = 'running' and external is not true`,
  );
  return row ?? { waiting: 0, delayed: 0, running: 0, oldestWaitingSince: null };
}

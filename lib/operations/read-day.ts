import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";

export interface HourOfDay {
  readonly at: string;
  readonly completed: number;
  readonly refused: number;
  readonly failed: number;
  readonly open: number;
}

export interface DaySummary {
  readonly hours: readonly HourOfDay[];
  readonly byState: Partial<Record<InvocationState, number>>;
  /** Median time from asking to a person's decision, of what was decided in the last day. */
  readonly medianWaitMs: number | null;
  /** Median time from claim to the end, of what ran in the last day. When a lost run ended nobody knows. */
  readonly medianRunMs: number | null;
}

/** The last 24 hours, by hour and by outcome. Calls are counted before they meet the hours, so that each is read once, by its time. */
export async function readDay(sql: postgres.Sql): Promise<DaySummary> {
  const [hours, states, medians] = await Promise.all([
    sql<HourOfDay[]>`
      with counted as (
        select date_trunc('hour', asked_at) as at,
          count(*) filter (where status = 'completed')::int as completed,
          count(*) filter (where status in ('denied', 'rejected', 'expired', 'cancelled'))::int as refused,
          count(*) filter (where status in ('failed', 'unknown'))::int as failed,
          count(*) filter (where status in ('pending', 'running'))::int as open
        from agents.tool_invocations
        where asked_at >= date_trunc('hour', now()) - interval '23 hours'
        group by 1
      )
      select h.at, coalesce(c.completed, 0) as completed, coalesce(c.refused, 0) as refused,
        coalesce(c.failed, 0) as failed, coalesce(c.open, 0) as open
      from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
      left join counted c on c.at = h.at
      order by h.at`,
    sql<{ status: InvocationState; calls: number }[]>`
      select status, count(*)::int as calls from agents.tool_invocations
      where asked_at > now() - interval '1 day' group by status`,
    sql<Pick<DaySummary, "medianWaitMs" | "medianRunMs">[]>`
      select
        (
          select percentile_cont(0.5) within group (order by extract(epoch from a.decided_at - a.created_at)) * 1000
          from agents.approvals a where a.decided_at > now() - interval '1 day' and a.status in ('approved', 'rejected')
        ) as "medianWaitMs",
        (
          select percentile_cont(0.5) within group (order by extract(epoch from r.ended_at - r.claimed_at)) * 1000
          from agents.invocation_runs r where r.ended_at > now() - interval '1 day' and r.error ->> 'code' is distinct from 'lease_lost'
        ) as "medianRunMs"`,
  ]);
  return {
    hours: plainRows(hours),
    byState: Object.fromEntries(states.map(({ status, calls }) => [status, calls])),
    medianWaitMs: medians[0]?.medianWaitMs ?? null,
    medianRunMs: medians[0]?.medianRunMs ?? null,
  };
}

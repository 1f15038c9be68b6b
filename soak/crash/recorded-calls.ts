import type { Sql } from "postgres";
import type { RecordedCall } from "./ledger.ts";

export async function readRecordedCalls(admin: Sql): Promise<RecordedCall[]> {
  return admin<RecordedCall[]>`
    select i.id, i.status, i.fence, coalesce(e.actions, '{}') as actions, coalesce(e.claims, 0) as claims
    from agents.tool_invocations i
    left join (
      -- A call that is refused when it is asked has one entry for both, which says so.
      select subject, array_agg(distinct action)
          || array_agg('invocation.denied'::text) filter (where action = 'invocation.asked' and body::json ->> 'status' = 'denied') as actions,
        (count(*) filter (where action = 'invocation.claimed'))::int as claims
      from audit.events where subject like 'invocation:%' group by subject
    ) e on e.subject = 'invocation:' || i.id`;
}

/** Calls that the log speaks of and nobody else knows. */
export async function readGhosts(admin: Sql): Promise<string[]> {
  const rows = await admin<{ subject: string }[]>`
    select distinct e.subject from audit.events e
    where e.subject like 'invocation:%'
      and not exists (select from agents.tool_invocations i where e.subject = 'invocation:' || i.id)`;
  return rows.map(({ subject }) => subject);
}

import type { Sql } from "postgres";
import type { Arrow, TrailEntry } from "./trail.ts";

/** Everything that the database kept of one call. */
export interface CallRecord {
  readonly id: string;
  readonly status: string;
  readonly approvalStatus: string;
  readonly expiryKind: string | null;
  readonly required: number;
  readonly fence: number;
  readonly trail: readonly TrailEntry[];
  readonly approvals: readonly { revision: number; status: string }[];
  readonly votes: readonly { revision: number; person: string; decision: string }[];
  readonly events: readonly { type: string; revision: number | null }[];
  readonly runs: number;
}

/** The calls of a trial, as they are on record now. One statement, so that what it says of a call is of one moment. */
export async function readRecords(admin: Sql, ids: readonly string[]): Promise<CallRecord[]> {
  return admin<CallRecord[]>`
    with told as (
      select e.subject as id, jsonb_agg(jsonb_build_object('type', e.type, 'revision', (e.data ->> 'revision')::int) order by e.id) as events
      from agents.events e where e.subject = any(${[...ids]}::uuid[]) group by e.subject
    )
    select i.id, i.status, i.approval_status as "approvalStatus", i.expiry_kind as "expiryKind",
      i.required_approvals as required, i.fence, coalesce(told.events, '[]') as events,
      (select coalesce(jsonb_agg(jsonb_build_object('action', a.action, 'body', a.body::jsonb) order by a.seq), '[]')
        from audit.events a where a.subject = 'invocation:' || i.id) as trail,
      (select coalesce(jsonb_agg(jsonb_build_object('revision', a.revision, 'status', a.status) order by a.revision), '[]')
        from agents.approvals a where a.subject_kind = 'invocation' and a.subject_id = i.id) as approvals,
      (select coalesce(jsonb_agg(jsonb_build_object('revision', a.revision, 'person', v.person_id, 'decision', v.decision)), '[]')
        from agents.approvals a join agents.approval_votes v on v.approval_id = a.id
        where a.subject_kind = 'invocation' and a.subject_id = i.id) as votes,
      (select count(*)::int from agents.invocation_runs r where r.invocation_id = i.id) as runs
    from agents.tool_invocations i left join told on told.id = i.id
    where i.id = any(${[...ids]}::uuid[])`;
}

export async function readArrows(admin: Sql): Promise<Arrow[]> {
  return admin<Arrow[]>`
    select from_status as from, to_status as to, when_claimed as "whenClaimed" from agents.invocation_arrows`;
}

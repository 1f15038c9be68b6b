import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { effectKey } from "./effect-key.ts";
import type { ResolvedAs } from "./resolve-unknown.ts";

/** Who said what became of the call, as the audit log has it. */
export interface Resolution {
  readonly outcome: ResolvedAs;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  readonly lane: number;
  readonly seq: number;
}

/** What a worker that was only slow reported after its lease: not taken, but the best witness there is. */
export interface LateReport {
  readonly at: string;
  readonly reported: string;
}

/** The run whose outcome nobody knew, with what helps a person to find it out. */
export interface LostRun {
  readonly fence: number;
  readonly worker: string;
  readonly workerLastSeenAt: string | null;
  readonly claimedAt: string;
  /** Until when its worker had vouched for it. */
  readonly heldUntil: string | null;
  readonly noticedAt: string | null;
  /** What the tool was given as its key, and may have handed on to whoever it called (effect-key.ts). */
  readonly key: string;
  /** What the agent had given, from which it is made. */
  readonly agentKey: string | null;
  readonly idempotent: boolean;
  readonly policy: ToolPolicy;
  readonly owner: string;
  readonly ownedByViewer: boolean;
  readonly lateReport: LateReport | null;
  readonly resolution: Resolution | null;
}

/** Undefined for a call that was never unknown. */
export async function readLostRun(sql: postgres.Sql, viewerId: string, id: string): Promise<LostRun | undefined> {
  if (!isUuid(id)) return undefined;
  const subject = `invocation:${id.toLowerCase()}`;
  const [row] = plainRows(
    await sql<(Omit<LostRun, "key"> & { id: string; agentId: string; toolId: string })[]>`
    select
      i.fence, coalesce(w.name, r.worker_id::text) as worker, w.last_seen_at as "workerLastSeenAt",
      r.claimed_at as "claimedAt", i.lease_expires_at as "heldUntil", r.ended_at as "noticedAt",
      i.id, i.agent_id as "agentId", i.tool_id as "toolId", i.idempotency_key as "agentKey",
      (v.contract ->> 'idempotent')::boolean as idempotent, v.contract -> 'policy' as policy,
      o.name as owner, o.id = ${viewerId} as "ownedByViewer",
      (
        select jsonb_build_object('at', to_timestamp(e.at_us / 1000000.0), 'reported', e.body::jsonb ->> 'reported')
        from audit.events e
        where e.subject = ${subject} and e.action = 'invocation.late_completion'
          and (e.body::jsonb ->> 'fence')::int = i.fence
        order by e.at_us limit 1
      ) as "lateReport",
      case when s.lane is not null then jsonb_build_object('outcome', s.body::jsonb ->> 'outcome',
        'by', coalesce(p.name, s.actor), 'at', to_timestamp(s.at_us / 1000000.0), 'reason', s.body::jsonb ->> 'reason',
        'lane', s.lane, 'seq', s.seq) end as resolution
    from agents.tool_invocations i
    join agents.invocation_runs r on r.invocation_id = i.id and r.fence = i.fence
    join agents.tool_versions v on v.id = i.tool_version_id
    join agents.agents g on g.id = i.agent_id
    join agents.people o on o.id = g.owner_id
    left join agents.workers w on w.id = r.worker_id
    left join audit.events s on s.subject = ${subject} and s.action = 'invocation.resolved'
    left join agents.people p on s.actor = 'person:' || p.id
    where i.id = ${id} and (i.status = 'unknown' or s.lane is not null)
    limit 1`,
  );
  if (!row) return undefined;
  const { id: callId, agentId, toolId, ...lost } = row;
  return { ...lost, key: effectKey({ id: callId, agentId, toolId, idempotencyKey: lost.agentKey }) };
}

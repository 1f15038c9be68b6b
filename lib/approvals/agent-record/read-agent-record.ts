import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ApprovalState, InvocationState } from "#lib/policy/vocabulary.ts";

/** How an agent has been doing lately. */
export interface AgentRecord {
  readonly calls: readonly RecentCall[];
  /** Of what people decided in the last 30 days; what a standing rule released is not among it. */
  readonly decided: number;
  readonly rejected: number;
  /** What else waits of this agent now. */
  readonly open: number;
  /** Calls that never became a card in the last hour, because too many were open. */
  readonly capped: number;
}

export interface RecentCall {
  readonly id: string;
  readonly tool: string;
  readonly askedAt: string;
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly claimedAt: string | null;
  readonly startedAt: string | null;
  readonly hasOutput: boolean;
  readonly errorCode: string | null;
}

const CALLS_SHOWN = 10;
/** Of all agents, the newest: an agent that runs much by itself must not push what people decided out of its record. */
const DECISIONS_LOOKED_AT = 20_000;

/**
 * Drills that are over say nothing of the agent: no agent asked for them. The call itself is not counted, because one that waits as
 * a drill is among nobody's cards, and the count would tell.
 */
export async function readAgentRecord(sql: postgres.Sql, agentId: string, id: string): Promise<AgentRecord> {
  const [calls, counts] = await Promise.all([
    sql<RecentCall[]>`
      select i.id, t.name as tool, i.asked_at as "askedAt", i.status, i.approval_status as "approvalStatus", i.claimed_at as "claimedAt",
        i.started_at as "startedAt", i.error_code as "errorCode",
        exists (select from agents.invocation_outputs o where o.invocation_id = i.id) as "hasOutput"
      from agents.tool_invocations i
      join agents.tools_registry t on t.id = i.tool_id
      where i.agent_id = ${agentId} and i.id <> ${id} and i.error_code is distinct from 'drill'
      order by i.id desc limit ${CALLS_SHOWN}`,
    sql<Omit<AgentRecord, "calls">[]>`
      select
        count(*)::int as decided,
        count(*) filter (where r.status = 'rejected')::int as rejected,
        (
          select count(*)::int from agents.approvals a
          where a.agent_id = ${agentId} and a.status = 'pending' and a.subject_id <> ${id}
        ) as open,
        (
          select count(*)::int from agents.tool_invocations c
          where c.error_code = 'refused_by_cap' and c.asked_at > now() - interval '1 hour' and c.agent_id = ${agentId}
        ) as capped
      from (
        select d.status
        from (
          select a.subject_id, a.revision, a.agent_id, a.status from agents.approvals a
          where a.decided_at > now() - interval '30 days' and a.subject_kind = 'invocation' and a.status in ('approved', 'rejected')
          order by a.decided_at desc limit ${DECISIONS_LOOKED_AT}
        ) d
        join agents.tool_invocations i on i.id = d.subject_id and i.revision = d.revision
        where d.agent_id = ${agentId} and i.error_code is distinct from 'drill'
      ) r`,
  ]);
  const [counted] = counts;
  if (!counted) throw new Error("A count gave no row.");
  return { calls: plainRows(calls), ...counted };
}

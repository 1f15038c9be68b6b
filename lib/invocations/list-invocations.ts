import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ApprovalState, InvocationState, Tier } from "#lib/policy/vocabulary.ts";
import { leastIdOf } from "#lib/registry/queries/count-calls.ts";

export interface InvocationItem {
  readonly id: string;
  readonly status: InvocationState;
  readonly approvalStatus: ApprovalState;
  readonly tier: Tier;
  readonly effect: string;
  readonly tool: string;
  readonly toolVersion: number;
  readonly agentId: string;
  readonly agent: string;
  readonly askedAt: string;
  readonly startedAt: string | null;
  readonly claimedAt: string | null;
  readonly completedAt: string | null;
  readonly errorCode: string | null;
  readonly hasOutput: boolean;
  readonly findings: number;
}

export interface InvocationFilter {
  readonly status?: InvocationState;
  readonly tier?: Tier;
  readonly tool?: string;
  readonly agentId?: string;
  /** Not before this moment, in milliseconds. */
  readonly askedFromMs?: number;
  /** Ids grow with time, so an id is a place in the list. */
  readonly before?: string;
}

export const INVOCATIONS_A_PAGE = 50;

/**
 * Calls, the newest first; one more than a page tells whether there are older ones. Filters name columns of the call's own row,
 * so that an index which ends in the id gives a page without a sort.
 */
export async function listInvocations(
  sql: postgres.Sql,
  filter: InvocationFilter,
  limit = INVOCATIONS_A_PAGE,
): Promise<{ items: InvocationItem[]; next: string | undefined }> {
  const rows = await readItems(sql, invocationConditions(sql, filter), limit + 1);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)?.id : undefined };
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The filter as conditions on `i`, a row of the calls. */
export function invocationConditions(
  sql: postgres.Sql,
  { status, tier, tool, agentId, askedFromMs, before }: InvocationFilter,
): Fragment {
  return sql`true
    ${status ? sql`and i.status = ${status}` : sql``}
    ${tier ? sql`and i.tier = ${tier}` : sql``}
    ${tool ? sql`and i.tool_id = (select id from agents.tools_registry where name = ${tool})` : sql``}
    ${agentId ? sql`and i.agent_id = ${agentId}` : sql``}
    ${askedFromMs === undefined ? sql`` : sql`and i.id >= ${leastIdOf(askedFromMs)}`}
    ${before ? sql`and i.id < ${before}` : sql``}`;
}

/** The newest calls that `conditions` on `i` choose. */
export async function readItems(sql: postgres.Sql, conditions: Fragment, limit: number): Promise<InvocationItem[]> {
  return plainRows(
    await sql<InvocationItem[]>`
    select
      i.id, i.status, i.approval_status as "approvalStatus", i.tier, i.effect, t.name as tool, v.number as "toolVersion",
      g.id as "agentId", g.name as agent, i.asked_at as "askedAt", i.started_at as "startedAt",
      i.claimed_at as "claimedAt", i.completed_at as "completedAt", i.error_code as "errorCode",
      o.invocation_id is not null as "hasOutput", coalesce(jsonb_array_length(o.findings), 0) as findings
    from agents.tool_invocations i
    join agents.tools_registry t on t.id = i.tool_id
    join agents.tool_versions v on v.id = i.tool_version_id
    join agents.agents g on g.id = i.agent_id
    left join agents.invocation_outputs o on o.invocation_id = i.id
    where ${conditions}
    order by i.id desc
    limit ${limit}`,
  );
}

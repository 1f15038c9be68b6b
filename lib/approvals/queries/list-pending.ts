import type postgres from "postgres";
import { INBOX_MOST } from "#lib/approvals/inbox-limit.ts";
import { plainRows } from "#lib/operations/plain-rows.ts";
import { describeStoredEffect } from "#lib/policy/effect.ts";
import type { AccessLevel, Tier } from "#lib/policy/vocabulary.ts";

/** One row of the inbox: a call that waits for people. */
export interface PendingItem {
  readonly id: string;
  readonly tier: Tier;
  readonly tool: string;
  readonly toolVersion: number;
  readonly effect: string;
  readonly agentId: string;
  readonly agent: string;
  readonly accessLevel: AccessLevel;
  readonly revision: number;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly required: number;
  readonly voted: boolean;
  /** How many have said yes; kept from those who have not voted, so that the second vote is their own. */
  readonly votes: number | null;
  /** The scanner or the cleaner noticed something about this tool. */
  readonly flagged: boolean;
}

export interface PendingFilter {
  readonly agentId?: string;
}

/** Inputs are large and titles are small: few of them are held at once. */
const ROWS_AT_ONCE = 25;

interface PendingRow extends Omit<PendingItem, "effect"> {
  readonly effectTemplate: string | null;
  readonly input: string;
}

/** What waits, the gravest first, then what ends soonest; `countPending` says how many more there are than fit. */
export async function listPending(
  sql: postgres.Sql,
  viewerId: string,
  { agentId }: PendingFilter = {},
  limit = INBOX_MOST,
): Promise<PendingItem[]> {
  const pending: PendingItem[] = [];
  const batches = sql<PendingRow[]>`
    select
      i.id, i.tier, t.name as tool, v.number as "toolVersion", v.contract ->> 'effect' as "effectTemplate", n.input, g.id as "agentId", g.name as agent,
      g.access_level as "accessLevel", i.revision, i.asked_at as "askedAt", a.expires_at as "expiresAt", a.required,
      mine.id is not null as voted,
      case when mine.id is not null then
        (select count(*)::int from agents.approval_votes y where y.approval_id = a.id and y.decision = 'approve')
      end as votes,
      v.findings @? '$[*] ? (@.severity == "medium" || @.severity == "high" || @.severity == "critical")' as flagged
    from agents.approvals a
    join agents.tool_invocations i on i.id = a.subject_id and a.subject_kind = 'invocation' and i.revision = a.revision
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    join agents.tools_registry t on t.id = i.tool_id
    join agents.tool_versions v on v.id = i.tool_version_id
    join agents.agents g on g.id = i.agent_id
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewerId}
    where a.status = 'pending' and i.status = 'pending' and a.expires_at > now()
      ${agentId ? sql`and g.id = ${agentId}` : sql``}
    order by array_position(array['dual', 'high', 'medium', 'low'], i.tier), a.expires_at, i.id
    limit ${limit}`.cursor(ROWS_AT_ONCE);
  for await (const rows of batches) pending.push(...plainRows(rows.map(toItem)));
  return pending;
}

/** The title is made here from the input that waits: the stored sentence is the word of whoever asked. */
function toItem({ effectTemplate, input, ...row }: PendingRow): PendingItem {
  const contract = { name: row.tool, ...(effectTemplate === null ? {} : { effect: effectTemplate }) };
  return { ...row, effect: describeStoredEffect(contract, input) };
}

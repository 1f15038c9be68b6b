import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { EventType } from "#lib/gateway/event.ts";

export interface AgentEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  readonly subject: string;
  /** The name of the tool that a call was of; null for what is no call. */
  readonly tool: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const EVENTS_A_PAGE = 100;

/** What an agent was or could have been told, the newest first. */
export async function listAgentEvents(
  sql: postgres.Sql,
  agentId: string,
  before?: string,
): Promise<{ items: AgentEvent[]; next: string | undefined }> {
  const rows = plainRows(
    await sql<AgentEvent[]>`
    select e.id::text, e.type, e.at, e.subject, t.name as tool, e.data from agents.events e
    left join agents.tool_invocations i on i.id = e.subject
    left join agents.tools_registry t on t.id = i.tool_id
    where e.agent_id = ${agentId} ${
      before === undefined
        ? sql``
        : sql`and (e.txid, e.id) < (select b.txid, b.id from agents.events b where b.id = ${before}::bigint)`
    }
    order by e.txid desc, e.id desc limit ${EVENTS_A_PAGE + 1}`,
  );
  const items = rows.slice(0, EVENTS_A_PAGE);
  return { items, next: rows.length > EVENTS_A_PAGE ? items.at(-1)?.id : undefined };
}

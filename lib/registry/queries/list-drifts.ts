import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { DriftSeverity } from "#lib/policy/vocabulary.ts";
import type { Change } from "#lib/registry/drift/change.ts";

/** A tool in force that was found to be another than the one that was reviewed. */
export interface ToolDrift {
  readonly id: string;
  readonly from: number;
  /** Null: the server no longer has the tool. */
  readonly to: number | null;
  readonly severity: DriftSeverity;
  readonly changes: readonly Change[];
  readonly foundBy: "import" | "requested" | "schedule" | "list_changed" | "dispatch";
  readonly invocationId: string | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly times: number;
  readonly resolvedAt: string | null;
  readonly resolution: "reverted" | "approved" | "retired" | null;
  /** Whose calls of the tool ran between a day before it was noticed and the last time: nobody knows since when it was another. */
  readonly agents: readonly { readonly name: string; readonly calls: number }[];
}

const DRIFTS_SHOWN = 20;
const AGENTS_SHOWN = 12;
const CALLS_LOOKED_AT = 5_000;

/** The least id of a moment: ids begin with the time in milliseconds, so a range of them is a range of an index. */
function leastId(sql: postgres.Sql, moment: postgres.PendingQuery<postgres.Row[]>) {
  return sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/** The open ones first, then the newest. */
export async function listDrifts(sql: postgres.Sql, toolId: string): Promise<ToolDrift[]> {
  return plainRows(
    await sql<ToolDrift[]>`
    select
      d.id, b.number as from, v.number as to, d.severity, d.changes, d.found_by as "foundBy", d.invocation_id as "invocationId",
      d.first_seen_at as "firstSeenAt", d.last_seen_at as "lastSeenAt", d.times, d.resolved_at as "resolvedAt", d.resolution,
      (
        select coalesce(jsonb_agg(jsonb_build_object('name', u.name, 'calls', u.calls) order by u.calls desc, u.name), '[]')
        from (
          select g.name, count(*)::int as calls
          from (
            select i.agent_id from agents.tool_invocations i
            where i.tool_id = d.tool_id and i.claimed_at is not null and i.error_code is distinct from 'tool_drifted'
              and i.id between ${leastId(sql, sql`d.first_seen_at - interval '1 day'`)} and ${leastId(sql, sql`d.last_seen_at + interval '1 minute'`)}
            order by i.id desc limit ${CALLS_LOOKED_AT}
          ) used
          join agents.agents g on g.id = used.agent_id
          group by g.name order by 2 desc, 1 limit ${AGENTS_SHOWN}
        ) u
      ) as agents
    from agents.tool_drifts d
    join agents.tool_versions b on b.id = d.from_version_id
    left join agents.tool_versions v on v.id = d.to_version_id
    where d.tool_id = ${toolId}
    order by d.resolved_at is not null, d.first_seen_at desc
    limit ${DRIFTS_SHOWN}`,
  );
}

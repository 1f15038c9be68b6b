import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type {
  Category,
  EgressClass,
  Risk,
  SafetyClass,
  ToolSource,
  ToolState,
  ToolVersionState,
} from "#lib/policy/vocabulary.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { CALLS_COUNTED, leastIdOf } from "./count-calls.ts";
import { RECENT_DAYS } from "./recent-days.ts";

/** One version in a tool's history: what became of it, and who said so. Its contract is read when it is looked at. */
export interface ToolVersionLine {
  readonly id: string;
  readonly number: number;
  readonly state: ToolVersionState;
  readonly source: ToolSource;
  readonly definitionHash: string;
  readonly findings: number;
  readonly alarmed: boolean;
  readonly author: string | null;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
}

/** A tool's own row: what is in force for it, and what the guards made of it. */
export interface ToolDetail {
  readonly id: string;
  readonly name: string;
  readonly state: ToolState;
  readonly stateReason: string | null;
  readonly source: ToolSource;
  readonly server: { readonly id: string; readonly name: string } | null;
  readonly upstreamName: string | null;
  readonly serveWhileDrifted: boolean;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly category: Category;
  readonly actionType: string;
  readonly risk: Risk | null;
  readonly requiresApproval: boolean;
  /** The guard set `requires_approval`, whatever was asked for. */
  readonly approvalForced: boolean;
  readonly pinnedVersionId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the last `RECENT_DAYS`, counted as far as `CALLS_COUNTED`. */
  readonly recentCalls: number;
  /** The newest first, and the one in force wherever it stands. */
  readonly versions: readonly ToolVersionLine[];
  /** How many there are in all. */
  readonly versionCount: number;
}

const VERSIONS_SHOWN = 40;

export async function readTool(
  sql: postgres.Sql,
  name: string,
  nowMs: number = Date.now(),
): Promise<ToolDetail | undefined> {
  // Out of an address: what is no name names nothing, and may hold what the database cannot even be asked about.
  if (!toolNameSchema.safeParse(name).success) return undefined;
  const [tool] = plainRows(
    await sql<ToolDetail[]>`
    select
      t.id, t.name, t.state, t.state_reason as "stateReason", t.source,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as server,
      t.upstream_name as "upstreamName", t.serve_while_drifted as "serveWhileDrifted",
      t.safety_class as "safetyClass", t.egress_class as "egressClass", t.category, t.action_type as "actionType", t.risk,
      t.requires_approval as "requiresApproval", t.approval_forced as "approvalForced",
      t.pinned_version_id as "pinnedVersionId", t.created_at as "createdAt", t.updated_at as "updatedAt",
      (
        select count(*)::int from (
          select from agents.tool_invocations i
          where i.tool_id = t.id and i.id >= ${leastIdOf(nowMs - RECENT_DAYS * 86_400_000)} limit ${CALLS_COUNTED}
        ) recent
      ) as "recentCalls",
      (select coalesce(max(v.number), 0) from agents.tool_versions v where v.tool_id = t.id) as "versionCount",
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'state', v.state, 'source', v.source,
          'definitionHash', v.definition_hash, 'findings', jsonb_array_length(v.findings), 'alarmed', v.alarmed,
          'author', a.name, 'createdAt', v.created_at, 'decidedBy', d.name, 'decidedAt', v.decided_at,
          'decisionReason', v.decision_reason) order by v.number desc), '[]')
        from (
          (select x.* from agents.tool_versions x where x.tool_id = t.id order by x.number desc limit ${VERSIONS_SHOWN})
          union
          (select x.* from agents.tool_versions x where x.id = t.pinned_version_id)
        ) v
        left join agents.people a on a.id = v.author_id
        left join agents.people d on d.id = v.decided_by
      ) as versions
    from agents.tools_registry t
    left join agents.mcp_servers s on s.id = t.server_id
    where t.name = ${name}`,
  );
  return tool;
}

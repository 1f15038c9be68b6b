import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type {
  Category,
  EgressClass,
  SafetyClass,
  ToolSource,
  ToolState,
  ToolVersionState,
} from "#lib/policy/vocabulary.ts";
import type { Severity } from "#lib/sanitise/finding.ts";
import { chooseTools } from "./choose-tools.ts";
import { CALLS_COUNTED, dayAgoId } from "./count-calls.ts";
import type { ToolFilter } from "./tool-filter.ts";

/** One row of the registry's list. Description, hashes and findings are those of the version in force, or of the newest if none is. */
export interface ToolItem {
  readonly id: string;
  readonly name: string;
  readonly state: ToolState;
  readonly stateReason: string | null;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly category: Category;
  readonly actionType: string;
  readonly requiresApproval: boolean;
  /** The guard set `requires_approval`, whatever was asked for. */
  readonly approvalForced: boolean;
  readonly source: ToolSource;
  readonly server: string | null;
  readonly updatedAt: string;
  readonly pinned: boolean;
  readonly version: number | null;
  /** The state of the newest version where none is in force. */
  readonly newest: ToolVersionState | null;
  readonly definitionHash: string | null;
  /** The first characters of it: a list is no place to read 4,000. */
  readonly description: string;
  readonly descriptionHash: string | null;
  readonly external: boolean;
  readonly findings: number;
  readonly worst: Severity | null;
  /** Versions that reviewers may still put in force. */
  readonly undecided: number;
  /** Of the last 24 hours, counted as far as `CALLS_COUNTED`. */
  readonly callsToday: number;
}

export const TOOLS_A_PAGE = 50;
const DESCRIPTION_SHOWN = 400;

/**
 * The registry, page by page. Which tools are on the page is decided on narrow rows and by indexes; what is long or counted is
 * then read for those few alone, so that ten thousand tools cost a page what a hundred do.
 */
export async function listTools(
  sql: postgres.Sql,
  filter: ToolFilter,
  limit = TOOLS_A_PAGE,
): Promise<{ items: ToolItem[]; next: string | undefined }> {
  const chosen = await chooseTools(sql, filter, limit + 1);
  const items = await readTools(sql, chosen.slice(0, limit));
  const last = items.at(-1);
  const place = filter.sort === "name" ? last?.name : last?.id;
  return { items, next: chosen.length > limit ? place : undefined };
}

/** In the order of the ids. A statement of its own: its plan is the same for whatever was searched for, and is made once. */
async function readTools(sql: postgres.Sql, ids: readonly string[]): Promise<ToolItem[]> {
  if (ids.length === 0) return [];
  return plainRows(
    await sql<ToolItem[]>`
    select
      t.id, t.name, t.state, t.state_reason as "stateReason", t.safety_class as "safetyClass",
      t.egress_class as "egressClass", t.category, t.action_type as "actionType",
      t.requires_approval as "requiresApproval", t.approval_forced as "approvalForced", t.source, s.name as server,
      t.updated_at as "updatedAt", t.pinned_version_id is not null as pinned, v.number as version,
      case when t.pinned_version_id is null then v.state end as newest,
      v.definition_hash as "definitionHash", left(t.description, ${DESCRIPTION_SHOWN}) as description,
      v.part_hashes ->> 'description' as "descriptionHash",
      coalesce(v.contract #>> '{runtime,kind}' = 'external', false) as external,
      coalesce(jsonb_array_length(v.findings), 0) as findings, v.worst,
      (
        select count(*)::int from agents.tool_versions r where r.tool_id = t.id and r.state in ('review', 'quarantined')
      ) as undecided,
      (
        select count(*)::int from (
          select from agents.tool_invocations i where i.tool_id = t.id and i.id >= ${dayAgoId(Date.now())} limit ${CALLS_COUNTED}
        ) recent
      ) as "callsToday"
    from unnest(${sql.array([...ids])}::uuid[]) with ordinality as page (id, place)
    join agents.tools_registry t on t.id = page.id
    left join agents.mcp_servers s on s.id = t.server_id
    left join lateral (
      select x.number, x.state, x.definition_hash, x.part_hashes, x.contract, x.findings,
        (
          select f.value ->> 'severity' from jsonb_array_elements(x.findings) f
          order by array_position(array['critical', 'high', 'medium', 'low', 'info'], f.value ->> 'severity') limit 1
        ) as worst
      from agents.tool_versions x
      where x.id = coalesce(t.pinned_version_id,
        (select n.id from agents.tool_versions n where n.tool_id = t.id order by n.number desc limit 1))
    ) v on true
    order by page.place`,
  );
}

import type postgres from "postgres";
import { isUuid } from "#lib/invocations/uuid.ts";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { Category, EgressClass, SafetyClass, ToolSource, ToolState } from "#lib/policy/vocabulary.ts";
import type { Severity } from "#lib/sanitise/finding.ts";
import { CALLS_COUNTED, dayAgoId } from "./count-calls.ts";
import { readSearchWords } from "./search-words.ts";
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
  readonly definitionHash: string | null;
  /** The first characters of it: a list is no place to read 4,000. */
  readonly description: string | null;
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
 * The registry, page by page. Which tools are on the page is decided on narrow rows and by indexes that end in the order asked
 * for; what is long or counted is then read for those few alone, so that ten thousand tools cost a page what a hundred do.
 */
export async function listTools(
  sql: postgres.Sql,
  filter: ToolFilter,
  limit = TOOLS_A_PAGE,
): Promise<{ items: ToolItem[]; next: string | undefined }> {
  const rows = plainRows(
    await sql<ToolItem[]>`
    with page as materialized (
      select t.* from agents.tools_registry t
      where ${conditionOf(sql, filter)}
      order by ${filter.sort === "name" ? sql`t.name` : sql`t.updated_at desc, t.id desc`}
      limit ${limit + 1}
    )
    select
      t.id, t.name, t.state, t.state_reason as "stateReason", t.safety_class as "safetyClass",
      t.egress_class as "egressClass", t.category, t.action_type as "actionType",
      t.requires_approval as "requiresApproval", t.approval_forced as "approvalForced", t.source, s.name as server,
      t.updated_at as "updatedAt", t.pinned_version_id is not null as pinned, v.number as version,
      v.definition_hash as "definitionHash", left(v.contract ->> 'description', ${DESCRIPTION_SHOWN}) as description,
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
    from page t
    left join agents.mcp_servers s on s.id = t.server_id
    left join lateral (
      select x.number, x.definition_hash, x.part_hashes, x.contract, x.findings,
        (
          select f.value ->> 'severity' from jsonb_array_elements(x.findings) f
          order by array_position(array['critical', 'high', 'medium', 'low', 'info'], f.value ->> 'severity') limit 1
        ) as worst
      from agents.tool_versions x
      where x.id = coalesce(t.pinned_version_id,
        (select n.id from agents.tool_versions n where n.tool_id = t.id order by n.number desc limit 1))
    ) v on true
    order by ${filter.sort === "name" ? sql`t.name` : sql`t.updated_at desc, t.id desc`}`,
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const place = filter.sort === "name" ? last?.name : last?.id;
  return { items, next: rows.length > limit ? place : undefined };
}

function conditionOf(sql: postgres.Sql, filter: ToolFilter) {
  const { safetyClass, egressClass, category, source, state, concern } = filter;
  return sql`true
    ${state ? sql`and t.state = ${state}` : sql``}
    ${safetyClass ? sql`and t.safety_class = ${safetyClass}` : sql``}
    ${egressClass ? sql`and t.egress_class = ${egressClass}` : sql``}
    ${category ? sql`and t.category = ${category}` : sql``}
    ${source ? sql`and t.source = ${source}` : sql``}
    ${concern ? concernCondition(sql, concern) : sql``}
    ${filter.words ? wordsCondition(sql, filter.words) : sql``}
    ${filter.before ? placeCondition(sql, filter.sort, filter.before) : sql``}`;
}

/** What wants a look. An old version's findings do not count: only what is in force, or could be. */
export function concernCondition(sql: postgres.Sql, concern: NonNullable<ToolFilter["concern"]>) {
  switch (concern) {
    case "drifted":
    case "quarantined":
      return sql`and t.state = ${concern}`;
    case "review":
      return sql`and exists (
        select from agents.tool_versions r where r.tool_id = t.id and r.state in ('review', 'quarantined'))`;
    case "findings":
      return sql`and exists (
        select from agents.tool_versions r
        where r.tool_id = t.id and r.alarmed and (r.id = t.pinned_version_id or r.state in ('review', 'quarantined')))`;
  }
}

function wordsCondition(sql: postgres.Sql, typed: string) {
  const { query, hashHead } = readSearchWords(typed);
  const byWords = query && sql`t.search @@ to_tsquery('simple', ${query})`;
  const byHash =
    hashHead &&
    sql`t.id = any (array(
      select h.tool_id from agents.tool_versions h where h.definition_hash like ${`${hashHead}%`}
      union select h.tool_id from agents.tool_versions h where h.part_hashes ->> 'description' like ${`${hashHead}%`}
      limit ${HASHES_SHOWN}))`;
  if (byWords && byHash) return sql`and (${byHash} or ${byWords})`;
  return byWords || byHash ? sql`and ${byWords || byHash}` : sql`and false`;
}

/** More than one page: so many tools with the same head of a hash are clones, and the first of them say so. */
const HASHES_SHOWN = 200;

function placeCondition(sql: postgres.Sql, sort: ToolFilter["sort"], before: string) {
  if (sort === "name") return sql`and t.name > ${before}`;
  // By the row itself: a time of the driver is too coarse to be a place in a list.
  if (!isUuid(before)) return sql`and false`;
  return sql`and (t.updated_at, t.id) < (select p.updated_at, p.id from agents.tools_registry p where p.id = ${before})`;
}

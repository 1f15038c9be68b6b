import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { readSearchWords, type SearchWords } from "./search-words.ts";
import type { ToolFilter } from "./tool-filter.ts";

/**
 * Which tools stand on a page of the registry: their ids, in order. Without words every filter has an index that ends in the name.
 *
 * With words the index of words gives what matches in no order, and all of it would have to be sorted, which costs more with every
 * tool. So the nearest tools are looked at first, in order: words that many have fill a page from them. Only words that few have
 * are looked up and sorted.
 */
export async function chooseTools(sql: postgres.Sql, filter: ToolFilter, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`${choice(sql, filter, limit)}`;
  return rows.map(({ id }) => id);
}

function choice(sql: postgres.Sql, filter: ToolFilter, most: number) {
  // Not parameters: the planner would have to plan anew each time to know that they are small.
  const limit = sql.unsafe(String(Math.trunc(most)));
  const nearest = sql.unsafe(String(NEAREST));
  const order = filter.sort === "name" ? sql`t.name` : sql`t.updated_at desc, t.id desc`;
  const others = otherConditions(sql, filter);
  const words = filter.words === undefined ? undefined : readSearchWords(filter.words);
  if (!words) return sql`select t.id from agents.tools_registry t where ${others} order by ${order} limit ${limit}`;
  return sql`
    with near as materialized (
      select t.id, t.name, t.updated_at
      from (select t.* from agents.tools_registry t where ${others} order by ${order} limit ${nearest}) t
      where ${matchInPassing(sql, words)} limit ${limit}
    )
    (select t.id from near t where (select count(*) from near) >= ${limit} order by ${order})
    union all
    (
      select t.id from agents.tools_registry t
      where (select count(*) from near) < ${limit} and ${matchByIndex(sql, words)} and ${others} order by ${order} limit ${limit}
    )`;
}

/** To look at so many costs less than a millisecond; what a third of them have fills a page. */
const NEAREST = 150;

/** A head of a hash that this many versions share names clones, and the first of them say so. */
const HASHES_SHOWN = 200;

function matchByIndex(sql: postgres.Sql, { query, hashHead }: SearchWords) {
  const byWords = query && sql`t.search @@ to_tsquery('simple', ${query})`;
  const byHash = hashHead && sql`t.id = any (${toolsWithHash(sql, hashHead)})`;
  if (byWords && byHash) return sql`(${byHash} or ${byWords})`;
  return byWords || byHash || sql`false`;
}

/** The same, in a form that no index answers: `coalesce` changes nothing else. What is looked for by its hash alone is rare. */
function matchInPassing(sql: postgres.Sql, { query, hashHead }: SearchWords) {
  if (!query) return sql`false`;
  const byWords = sql`coalesce(t.search @@ to_tsquery('simple', ${query}), false)`;
  return hashHead ? sql`(${byWords} or t.id = any (${toolsWithHash(sql, hashHead)}))` : byWords;
}

function toolsWithHash(sql: postgres.Sql, head: string) {
  return sql`array(
    select h.tool_id from agents.tool_versions h where h.definition_hash like ${`${head}%`}
    union select h.tool_id from agents.tool_versions h where h.part_hashes ->> 'description' like ${`${head}%`}
    limit ${HASHES_SHOWN})`;
}

function otherConditions(sql: postgres.Sql, filter: ToolFilter) {
  const { safetyClass, egressClass, category, source, state, concern, sort, before } = filter;
  return sql`true
    ${state ? sql`and ${stateCondition(sql, state)}` : sql``}
    ${safetyClass ? sql`and t.safety_class = ${safetyClass}` : sql``}
    ${egressClass ? sql`and t.egress_class = ${egressClass}` : sql``}
    ${category ? sql`and t.category = ${category}` : sql``}
    ${source ? sql`and t.source = ${source}` : sql``}
    ${concern ? sql`and ${concernCondition(sql, concern)}` : sql``}
    ${before ? sql`and ${placeCondition(sql, sort, before)}` : sql``}`;
}

/** By what a person reads in the list, and not by the tool's row alone, in which a tool that never ran is active. */
function stateCondition(sql: postgres.Sql, state: NonNullable<ToolFilter["state"]>) {
  switch (state) {
    case "active":
      return sql`t.state = 'active' and t.pinned_version_id is not null`;
    case "waiting":
      return sql`t.state = 'active' and t.pinned_version_id is null`;
    case "quarantined":
      return sql`(t.state = 'quarantined' or t.state = 'active' and t.pinned_version_id is null and exists (
        select from agents.tool_versions q where q.tool_id = t.id and q.state = 'quarantined'))`;
    default:
      return sql`t.state = ${state}`;
  }
}

/** What wants a look. An old version's findings do not count: only what is in force, or could be. */
function concernCondition(sql: postgres.Sql, concern: NonNullable<ToolFilter["concern"]>) {
  switch (concern) {
    case "drifted":
    case "quarantined":
      return stateCondition(sql, concern);
    case "review":
      return sql`exists (
        select from agents.tool_versions r where r.tool_id = t.id and r.state in ('review', 'quarantined'))`;
    case "findings":
      return sql`exists (
        select from agents.tool_versions r
        where r.tool_id = t.id and r.alarmed and (r.id = t.pinned_version_id or r.state in ('review', 'quarantined')))`;
  }
}

function placeCondition(sql: postgres.Sql, sort: ToolFilter["sort"], before: string) {
  if (sort === "name") return sql`t.name > ${before}`;
  // By the row itself: a time of the driver is too coarse to be a place in a list.
  if (!isUuid(before)) return sql`false`;
  return sql`(t.updated_at, t.id) < (select p.updated_at, p.id from agents.tools_registry p where p.id = ${before})`;
}

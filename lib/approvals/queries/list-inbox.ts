import type postgres from "postgres";
import { type InboxFilter, NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { inboxConditions } from "./inbox-conditions.ts";
import { type InboxPlace, parsePlace, placeAfter } from "./inbox-place.ts";
import { readInboxRows } from "./inbox-rows.ts";
import { withActingLevels } from "./with-acting-levels.ts";

export type { InboxItem, InboxKind } from "#lib/approvals/inbox-item.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const INBOX_A_PAGE = 50;
/** Outcomes that nobody knows are rare and come first; a list that had room for nothing else would hide what waits. */
const UNKNOWN_MOST = 100;
const HISTORY_DAYS = 7;

export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/**
 * Everything that waits for people in one order: outcomes that nobody knows, then the gravest, then what ends soonest. The same call
 * asked again is one row. The history tab has what was decided lately, the newest first.
 */
export async function listInbox(
  sql: postgres.Sql,
  viewer: Viewer,
  filter: InboxFilter = NO_FILTER,
  after: string | null = null,
  limit = INBOX_A_PAGE,
): Promise<InboxPage> {
  const place = after === null ? null : parsePlace(after);
  if (place === undefined) return { items: [], next: null };
  const matching = inboxConditions(sql, viewer, filter);
  const history = filter.tab === "history";
  const page = history ? decidedPage(sql, matching, place, limit + 1) : waitingPage(sql, matching, place, limit + 1);
  const order = history ? sql`a.decided_at desc, a.id desc` : byUrgency(sql);
  const [unknown, rows] = await Promise.all([
    place === null && listsUnknown(filter)
      ? readInboxRows(sql, viewer, unknownOutcomes(sql, matching), sql`a.rank desc, a.subject_id`)
      : [],
    filter.kind === "unknown" ? [] : readInboxRows(sql, viewer, page, order),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await withActingLevels(
      sql,
      [...unknown, ...shown].map(({ item }) => item),
    ),
    next: rows.length > limit && last ? placeAfter(last.place) : null,
  };
}

/** Nobody votes on them, they do not expire, and none is asked twice. */
function listsUnknown({ tab, kind, show, without }: InboxFilter): boolean {
  if (without?.includes("unknown")) return false;
  return tab !== "history" && tab !== "second" && (kind === null || kind === "unknown") && show === null;
}

const byUrgency = (sql: postgres.Sql) => sql`a.rank desc nulls last, a.expires_at, a.id`;

/** After a place come the rest of its rank and all ranks below: two walks of the index, neither of which passes what came before. */
function waitingPage(sql: postgres.Sql, matching: Fragment, place: InboxPlace | null, limit: number): Fragment {
  const walk = (from: Fragment) => sql`
    select a.* from agents.approvals a
    where a.status = 'pending' and a.expires_at > now() and ${from} and ${isFirst(sql)} and ${matching}
    order by ${byUrgency(sql)} limit ${limit}`;
  if (place === null) return walk(sql`true`);
  const { rank, at, id } = place;
  return sql`
    select a.* from (
      (${walk(sql`a.rank = ${rank} and (a.expires_at, a.id) > (${at}::text::timestamptz, ${id}::uuid)`)})
      union all (${walk(sql`a.rank < ${rank}`)})
    ) a order by ${byUrgency(sql)} limit ${limit}`;
}

/** Of the same calls of one agent only the first is listed; the row says how many follow it. */
const isFirst = (sql: postgres.Sql) => sql`not exists (
  select from agents.approvals o
  where o.status = 'pending' and o.agent_id = a.agent_id and o.digest = a.digest and o.id < a.id and o.expires_at > now())`;

/** A revision that another one replaced was not decided: the last one of each subject counts. */
function decidedPage(sql: postgres.Sql, matching: Fragment, place: InboxPlace | null, limit: number): Fragment {
  const from = place
    ? sql`(a.decided_at, a.id) < (${place.at}::text::timestamptz, ${place.id}::uuid)`
    : sql`a.decided_at <= now()`;
  return sql`
    select a.* from agents.approvals a
    where a.decided_at > now() - make_interval(days => ${HISTORY_DAYS}) and a.status <> 'pending' and ${from} and ${matching}
      and not exists (
        select from agents.approvals n
        where n.subject_kind = a.subject_kind and n.subject_id = a.subject_id and n.revision > a.revision)
    order by a.decided_at desc, a.id desc limit ${limit}`;
}

/** In the columns of a question, so that the same filters and the same reading hold for it. */
function unknownOutcomes(sql: postgres.Sql, matching: Fragment): Fragment {
  return sql`
    select * from (
      select null::uuid as id, 'invocation' as subject_kind, i.id as subject_id, i.revision, i.binding_digest as digest, 0 as required,
        'unknown' as status, i.asked_at as created_at, null::timestamptz as expires_at, null::timestamptz as decided_at,
        array_position(array['low', 'medium', 'high', 'dual'], i.tier)::smallint as rank, i.agent_id, i.tool_id, false as flagged,
        0::smallint as escalation
      from agents.tool_invocations i where i.status = 'unknown'
    ) a
    where ${matching} order by a.rank desc, a.subject_id limit ${UNKNOWN_MOST}`;
}

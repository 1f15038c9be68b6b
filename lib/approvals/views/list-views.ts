import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { inboxQuery, parseInboxFilter } from "#lib/approvals/inbox-filter.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { InboxView } from "./inbox-view.ts";

/** One's own, and those that others lent to all. */
export async function listViews(sql: postgres.Sql, { personId, role }: Viewer): Promise<InboxView[]> {
  const views = plainRows(
    await sql<InboxView[]>`
    select v.id, v.name, v.query, v.shared, case when v.person_id <> ${personId} then p.name end as by,
      v.person_id = ${personId} or ${role === "admin"} as "mayRemove"
    from agents.inbox_views v join agents.people p on p.id = v.person_id
    where v.person_id = ${personId} or v.shared
    order by v.person_id <> ${personId}, lower(v.name), v.id limit 200`,
  );
  // Read again as an address is: what an older release kept, or what was never one of ours, filters by nothing.
  return views.map((view) => ({ ...view, query: inboxQuery(parseInboxFilter(new URLSearchParams(view.query))) }));
}

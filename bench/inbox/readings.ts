import { NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import { countInbox } from "#lib/approvals/queries/count-inbox.ts";
import { listInbox } from "#lib/approvals/queries/list-inbox.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { Work } from "../drive-clients.ts";
import type { BenchDatabase } from "../server/open-server.ts";

export const READINGS = ["list.first", "list.next", "list.words", "counts"] as const;

/** The dashboard's own queries. The next page is the one in the middle: half of what waits lies before it. */
export async function inboxReadings(database: BenchDatabase): Promise<Record<(typeof READINGS)[number], Work>> {
  const viewer = await viewerOf(database);
  const [waiting] = await database.admin<{ id: string; at: string; rank: number }[]>`
    select a.id, a.rank, to_char(a.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from agents.approvals a where a.status = 'pending' order by a.rank desc, a.expires_at, a.id
    offset (select greatest(0, count(*) / 2 - 1) from agents.approvals p where p.status = 'pending') limit 1`;
  const middle = `${waiting?.rank}_${waiting?.at}_${waiting?.id}`;
  const full = async (page: ReturnType<typeof listInbox>) => {
    const { length } = (await page).items;
    if (length !== 50) throw new Error(`A page has ${length} rows.`);
  };
  return {
    "list.first": (sql) => full(listInbox(sql, viewer)),
    "list.next": (sql) => full(listInbox(sql, viewer, NO_FILTER, middle)),
    "list.words": (sql) => full(listInbox(sql, viewer, { ...NO_FILTER, words: "figures quarter" })),
    counts: (sql) => countInbox(sql, viewer),
  };
}

export async function viewerOf({ admin }: BenchDatabase): Promise<Viewer> {
  const [person] = await admin<Viewer[]>`
    select id as "personId", name, email, role from agents.people where role = 'operator' order by id limit 1`;
  if (!person) throw new Error("Nobody is there to read.");
  return person;
}

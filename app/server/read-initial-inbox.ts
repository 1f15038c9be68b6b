import "server-only";
import type { InitialInbox } from "#components/approvals/inbox/use-inbox-reading.ts";
import { inboxQuery, parseInboxFilter } from "#lib/approvals/inbox-filter.ts";
import { countInbox } from "#lib/approvals/queries/count-inbox.ts";
import { listInbox } from "#lib/approvals/queries/list-inbox.ts";
import type { Session } from "#lib/sessions/session.ts";
import { one, type SearchParams } from "./address.ts";
import { database } from "./database.ts";

/** The first page of the list that an address asks for, so that the inbox is painted with it; `agent` when it is one agent's. */
export async function readInitialInbox(
  session: Session,
  params: SearchParams,
  agent: string | null = null,
): Promise<InitialInbox> {
  const address = new URLSearchParams(Object.keys(params).flatMap((name) => pairOf(name, one(params, name))));
  const asked = parseInboxFilter(address, agent === null ? "tab" : "box");
  const filter = agent === null ? asked : { ...asked, agent };
  const [page, counts] = await Promise.all([
    listInbox(database(), session, filter),
    countInbox(database(), session, agent),
  ]);
  return { query: inboxQuery(filter), page, counts };
}

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

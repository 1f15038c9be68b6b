import type postgres from "postgres";
import { inboxQuery, parseInboxFilter } from "#lib/approvals/inbox-filter.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export interface SavedView {
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

/** Keeps a filter under a name; the same name again is the same view. What is no filter is left out. */
export async function saveView(
  sql: postgres.Sql,
  token: string,
  { name, query, shared }: SavedView,
): Promise<Outcome<null>> {
  const kept = inboxQuery(parseInboxFilter(new URLSearchParams(query)));
  await sql`select agents.fn_save_inbox_view(${token}, ${name}, ${kept}, ${shared})`;
  return done(null);
}

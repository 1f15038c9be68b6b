import { sessionRoute } from "#app/server/session-route.ts";
import { parseInboxFilter } from "#lib/approvals/inbox-filter.ts";
import { listInbox } from "#lib/approvals/queries/list-inbox.ts";
import { done } from "#lib/errors/outcome.ts";

/** One page of the inbox; `after` is where the page before it ended. */
export const GET = sessionRoute(async ({ sql, session, request }) => {
  const { searchParams } = new URL(request.url);
  return done(await listInbox(sql, session, parseInboxFilter(searchParams), searchParams.get("after")));
});

import { sessionRoute } from "#app/server/session-route.ts";
import { parseInboxFilter } from "#lib/approvals/inbox-filter.ts";
import { countInbox } from "#lib/approvals/queries/count-inbox.ts";
import { done } from "#lib/errors/outcome.ts";

/** The numbers above the list, of all agents or of one. */
export const GET = sessionRoute(async ({ sql, session, request }) => {
  const { agent } = parseInboxFilter(new URL(request.url).searchParams);
  return done(await countInbox(sql, session, agent));
});

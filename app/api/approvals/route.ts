import { sessionRoute } from "#app/server/session-route.ts";
import { listPending } from "#lib/approvals/queries/list-pending.ts";
import { done } from "#lib/errors/outcome.ts";
import { isUuid } from "#lib/invocations/uuid.ts";

export const GET = sessionRoute(async ({ sql, session, request }) => {
  const agentId = new URL(request.url).searchParams.get("agent");
  return done(await listPending(sql, session.personId, agentId && isUuid(agentId) ? { agentId } : {}));
});

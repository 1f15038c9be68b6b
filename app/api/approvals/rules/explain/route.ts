import { sessionRoute } from "#app/server/session-route.ts";
import { isUuid } from "#db/is-uuid.ts";
import { explainRules } from "#lib/approvals/rules/explain-rules.ts";
import { refuse } from "#lib/errors/outcome.ts";

/** Why no standing rule answered for a call. */
export const GET = sessionRoute(async ({ sql, session, request }) => {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  return isUuid(id) ? explainRules(sql, session.token, id) : refuse("not_found");
});

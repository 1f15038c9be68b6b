import { sessionRoute } from "#app/server/session-route.ts";
import { seeApproval } from "#lib/approvals/queries/see-approval.ts";
import { done, refuse } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql, session, params }) => {
  const detail = await seeApproval(sql, session, params.id ?? "");
  return detail ? done(detail) : refuse("not_found");
});

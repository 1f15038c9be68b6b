import { sessionRoute } from "#app/server/session-route.ts";
import { readApproval } from "#lib/approvals/queries/read-approval.ts";
import { done, refuse } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql, session, params }) => {
  const detail = await readApproval(sql, session, params.id ?? "");
  return detail ? done(detail) : refuse("not_found");
});

import { sessionRoute } from "#app/server/session-route.ts";
import { isOtherKind } from "#lib/approvals/items/other-item.ts";
import { readItem } from "#lib/approvals/items/read-item.ts";
import { seeApproval } from "#lib/approvals/queries/see-approval.ts";
import { done, refuse } from "#lib/errors/outcome.ts";

/** One item of the inbox: a call, or with `?kind=` anything else that waits for people. */
export const GET = sessionRoute(async ({ sql, session, params, request }) => {
  const id = params.id ?? "";
  const kind = new URL(request.url).searchParams.get("kind");
  const item = isOtherKind(kind) ? await readItem(sql, session, kind, id) : await seeApproval(sql, session, id);
  return item ? done(item) : refuse("not_found");
});

import { sessionRoute } from "#app/server/session-route.ts";
import { isUuid } from "#db/is-uuid.ts";
import { SUBJECT_KINDS } from "#lib/approvals/attention/attend.ts";
import { readAttention } from "#lib/approvals/attention/read-attention.ts";
import { done, refuse } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql, session, request, params }) => {
  const asked = new URL(request.url).searchParams.get("kind") ?? "invocation";
  const kind = SUBJECT_KINDS.find((known) => known === asked);
  const id = params.id ?? "";
  return kind && isUuid(id) ? done(await readAttention(sql, session, { kind, id })) : refuse("not_found");
});

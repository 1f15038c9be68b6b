import { sessionRoute } from "#app/server/session-route.ts";
import { readEditForm } from "#lib/approvals/edit/read-edit-form.ts";
import { done, refuse } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql, session, params }) => {
  const form = await readEditForm(sql, session.token, params.id ?? "");
  return form ? done(form) : refuse("not_found", "This call no longer waits.");
});

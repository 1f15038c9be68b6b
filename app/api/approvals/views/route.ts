import { sessionRoute } from "#app/server/session-route.ts";
import { listViews } from "#lib/approvals/views/list-views.ts";
import { done } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql, session }) => done(await listViews(sql, session)));

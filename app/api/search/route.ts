import { sessionRoute } from "#app/server/session-route.ts";
import { done } from "#lib/errors/outcome.ts";
import { searchByName } from "#lib/operations/search-by-name.ts";

export const GET = sessionRoute(async ({ sql, request }) =>
  done(await searchByName(sql, new URL(request.url).searchParams.get("q") ?? "")),
);

import { sessionRoute } from "#app/server/session-route.ts";
import { done } from "#lib/errors/outcome.ts";
import { readShellStatus } from "#lib/operations/read-shell-status.ts";

export const GET = sessionRoute(async ({ sql }) => done(await readShellStatus(sql)));

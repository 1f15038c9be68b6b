import { checkpointsPath } from "#app/server/environment.ts";
import { sessionRoute } from "#app/server/session-route.ts";
import { readProof } from "#lib/audit/queries/read-proof.ts";
import { done } from "#lib/errors/outcome.ts";

export const GET = sessionRoute(async ({ sql }) => done(await readProof(sql, checkpointsPath())));

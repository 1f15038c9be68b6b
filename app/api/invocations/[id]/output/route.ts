import { sessionRoute } from "#app/server/session-route.ts";
import { done, refuse } from "#lib/errors/outcome.ts";
import { readOutput } from "#lib/invocations/read-output.ts";

/** What the model saw of a call. The raw output has a way of its own, which is on record. */
export const GET = sessionRoute(async ({ sql, params }) => {
  const output = await readOutput(sql, params.id ?? "");
  return output ? done(output) : refuse("not_found");
});

import { withKey } from "#app/server/gateway.ts";
import { askTeamRun, isPending, readTeamRun } from "#lib/gateway/ask-people.ts";
import { answerQuestion, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { teamRunSchema } from "#lib/gateway/requests.ts";
import { waitFor } from "#lib/gateway/wait-for.ts";

/** An agent asks whether its team may start, and may wait for the answer. */
export function POST(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const body = await readBody(request, teamRunSchema);
    if (!body.ok) return answerRefusal(body);
    const asked = await askTeamRun(sql, key, body.value);
    const { waitSeconds = 0 } = body.value;
    if (!asked.ok || asked.value.status !== "pending" || waitSeconds === 0) return answerQuestion(asked);
    const { id } = asked.value;
    const waiter = { feed, key, waitSeconds, signal: request.signal };
    return answerQuestion(await waitFor(() => readTeamRun(sql, key, id), isPending, waiter));
  });
}

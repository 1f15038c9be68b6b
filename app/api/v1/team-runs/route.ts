import { withKey } from "#app/server/gateway.ts";
import { askTeamRun, readTeamRun } from "#lib/gateway/ask-people.ts";
import { answerQuestion, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { teamRunSchema } from "#lib/gateway/requests.ts";
import { waitForAnswer } from "#lib/gateway/wait-for-answer.ts";

/** An agent asks whether its team may start, and may wait for the answer. */
export function POST(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const body = await readBody(request, teamRunSchema);
    if (!body.ok) return answerRefusal(body);
    const asked = await askTeamRun(sql, key, body.value);
    const { waitSeconds = 0 } = body.value;
    if (!asked.ok || asked.value.status !== "pending" || waitSeconds === 0) return answerQuestion(asked);
    const { id } = asked.value;
    return answerQuestion(await waitForAnswer(() => readTeamRun(sql, key, id), feed, waitSeconds, request.signal));
  });
}

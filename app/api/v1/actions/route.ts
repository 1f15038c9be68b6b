import { withKey } from "#app/server/gateway.ts";
import { askAction, isPending, readAction } from "#lib/gateway/ask-people.ts";
import { answerQuestion, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { actionSchema } from "#lib/gateway/requests.ts";
import { waitFor } from "#lib/gateway/wait-for.ts";

/** An agent asks about something it means to do without a tool of ours. It is decided; nothing is dispatched. */
export function POST(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const body = await readBody(request, actionSchema);
    if (!body.ok) return answerRefusal(body);
    const asked = await askAction(sql, key, body.value);
    const { waitSeconds = 0 } = body.value;
    if (!asked.ok || asked.value.status !== "pending" || waitSeconds === 0) return answerQuestion(asked);
    const { id } = asked.value;
    const waiter = { feed, key, waitSeconds, signal: request.signal };
    return answerQuestion(await waitFor(() => readAction(sql, key, id), isPending, waiter));
  });
}

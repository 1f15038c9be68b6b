import { withKey } from "#app/server/gateway.ts";
import { isOpen } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { answerInvocation, answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";
import { listInvocations } from "#lib/gateway/list-invocations.ts";
import { readBody, readQuery } from "#lib/gateway/read-request.ts";
import { askSchema, listQuerySchema } from "#lib/gateway/requests.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";

/** An agent asks for a call, and may wait for it. */
export function POST(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed, sayers }, key) => {
    const body = await readBody(request, askSchema);
    if (!body.ok) return answerRefusal(body);
    const asked = await ask(sql, key, body.value, sayers);
    const { waitSeconds = 0 } = body.value;
    if (!asked.ok || !isOpen(asked.value) || waitSeconds === 0) return answerInvocation(asked);
    return answerInvocation(await waitForEnd(sql, feed, key, asked.value.id, waitSeconds, request.signal));
  });
}

/** The agent's own calls, newest first. */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const query = readQuery(request, listQuerySchema);
    return query.ok ? answerValue(await listInvocations(sql, key, query.value)) : answerRefusal(query);
  });
}

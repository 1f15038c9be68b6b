import { withKey } from "#app/server/gateway.ts";
import { done } from "#lib/errors/outcome.ts";
import { ask } from "#lib/gateway/ask.ts";
import { askBatch } from "#lib/gateway/ask-batch.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { BATCH_LIMITS, batchSchema } from "#lib/gateway/requests.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";

/** Several calls at once. Each counts as a request of its own. */
export function POST(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed, sayers, allowance }, key) => {
    const body = await readBody(request, batchSchema, BATCH_LIMITS);
    if (!body.ok) return answerRefusal(body);
    const more = body.value.calls.length - 1;
    const spent = more > 0 ? await allowance.spend(key, more) : done(null);
    if (!spent.ok) return answerRefusal(spent);
    const results = await askBatch(body.value, {
      ask: (call) => ask(sql, key, call, sayers),
      wait: (id, waitSeconds) => waitForEnd(sql, feed, key, id, waitSeconds, request.signal),
      onBug: (error) => console.error(error),
    });
    return answerValue(done({ results }));
  });
}

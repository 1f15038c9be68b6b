import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { answerInvocation, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readFields } from "#lib/gateway/read-request.ts";
import { invocationIdSchema, statusQuerySchema } from "#lib/gateway/requests.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";

/** How a call stands; with `waitSeconds` the answer comes when it has ended or the time is up. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const id = invocationIdSchema.safeParse((await params).id);
    if (!id.success) return answerRefusal(refuse("not_found"));
    const query = readFields(Object.fromEntries(new URL(request.url).searchParams), statusQuerySchema);
    if (!query.ok) return answerRefusal(query);
    const { waitSeconds = 0 } = query.value;
    return answerInvocation(await waitForEnd(sql, feed, key, id.data, waitSeconds, request.signal));
  });
}

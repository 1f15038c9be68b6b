import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { answerInvocation, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readQuery } from "#lib/gateway/read-request.ts";
import { statusQuerySchema, subjectIdSchema } from "#lib/gateway/requests.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";

/** How a call stands; with `waitSeconds` the answer comes when it has ended or the time is up. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const id = subjectIdSchema.safeParse((await params).id);
    if (!id.success) return answerRefusal(refuse("not_found"));
    const query = readQuery(request, statusQuerySchema);
    if (!query.ok) return answerRefusal(query);
    const { waitSeconds = 0, runner } = query.value;
    return answerInvocation(await waitForEnd(sql, feed, key, id.data, waitSeconds, request.signal, runner));
  });
}

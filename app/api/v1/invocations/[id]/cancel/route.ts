import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { cancelInvocation } from "#lib/gateway/cancel-invocation.ts";
import { answerInvocation, answerRefusal } from "#lib/gateway/http-answer.ts";
import { subjectIdSchema } from "#lib/gateway/requests.ts";

/** The asker gives up. */
export function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const id = subjectIdSchema.safeParse((await params).id);
    if (!id.success) return answerRefusal(refuse("not_found"));
    return answerInvocation(await cancelInvocation(sql, key, id.data));
  });
}

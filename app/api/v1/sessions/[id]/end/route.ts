import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { endSession } from "#lib/gateway/end-session.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";
import { outsideIdSchema } from "#lib/gateway/requests.ts";

/** An agent's session is over: what is kept for its next calls ends. */
export function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const session = outsideIdSchema.safeParse((await params).id);
    if (!session.success)
      return answerRefusal(refuse("malformed_request", "A session is named by 1 to 200 characters."));
    return answerValue(await endSession(sql, key, session.data));
  });
}

import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { reportOutcome } from "#lib/gateway/report-outcome.ts";
import { outcomeSchema, outsideIdSchema } from "#lib/gateway/requests.ts";

/** An agent says how one of its tasks ended: its own word, and marked as that. */
export function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const task = outsideIdSchema.safeParse((await params).id);
    if (!task.success) return answerRefusal(refuse("malformed_request", "A task is named by 1 to 200 characters."));
    const body = await readBody(request, outcomeSchema);
    if (!body.ok) return answerRefusal(body);
    return answerValue(await reportOutcome(sql, key, task.data, body.value));
  });
}

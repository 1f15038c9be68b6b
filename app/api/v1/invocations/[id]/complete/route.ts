import { outputSeal, withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { answerInvocation, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { reportResult } from "#lib/gateway/report-result.ts";
import { RESULT_LIMITS, resultSchema, subjectIdSchema } from "#lib/gateway/requests.ts";

/** The agent's own runtime ran an external tool and reports how it ended. */
export function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const id = subjectIdSchema.safeParse((await params).id);
    if (!id.success) return answerRefusal(refuse("not_found"));
    const body = await readBody(request, resultSchema, RESULT_LIMITS);
    if (!body.ok) return answerRefusal(body);
    const seal = outputSeal();
    if (!seal.ok) return answerRefusal(seal);
    return answerInvocation(await reportResult(sql, key, id.data, body.value, seal.value));
  });
}

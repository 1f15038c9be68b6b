import { withAuthorKey, withKey } from "#app/server/gateway.ts";
import { listTools } from "#lib/gateway/disclosure/discover.ts";
import { readDiscoveryQuery, toolListQuerySchema } from "#lib/gateway/disclosure/discovery-query.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { readAuthorTerms, registerTool } from "#lib/gateway/register-tool.ts";
import { REGISTER_LIMITS, registerSchema } from "#lib/gateway/requests.ts";

/** What this agent may call, in a line each: the first level of disclosure. */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const read = readDiscoveryQuery({ sql, key }, request, toolListQuerySchema);
    if (!read.ok) return answerRefusal(read);
    return answerValue(await listTools(read.value.asker, read.value.query.cursor));
  });
}

/** A tool author registers a definition, which then waits for reviewers. The key is proved before the body is read. */
export function POST(request: Request): Promise<Response> {
  return withAuthorKey(request, async ({ sql }, key) => {
    const terms = await readAuthorTerms(sql, key);
    if (!terms.ok) return answerRefusal(terms);
    const body = await readBody(request, registerSchema, REGISTER_LIMITS);
    if (!body.ok) return answerRefusal(body);
    return answerValue(await registerTool(sql, key, terms.value, body.value), 201);
  });
}

import { withAuthorKey, withKey } from "#app/server/gateway.ts";
import { answerRefusal } from "#lib/gateway/http-answer.ts";
import { listToolsForAgent } from "#lib/gateway/list-tools.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { readAuthorTerms, registerTool } from "#lib/gateway/register-tool.ts";
import { REGISTER_LIMITS, registerSchema } from "#lib/gateway/requests.ts";

/** What this agent may call. */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const tools = await listToolsForAgent(sql, key);
    if (!tools.ok) return answerRefusal(tools);
    return Response.json({ tools: tools.value }, { headers: { "Cache-Control": "no-store" } });
  });
}

/** A tool author registers a definition, which then waits for reviewers. The key is proved before the body is read. */
export function POST(request: Request): Promise<Response> {
  return withAuthorKey(request, async ({ sql }, key) => {
    const terms = await readAuthorTerms(sql, key);
    if (!terms.ok) return answerRefusal(terms);
    const body = await readBody(request, registerSchema, REGISTER_LIMITS);
    if (!body.ok) return answerRefusal(body);
    const registered = await registerTool(sql, key, terms.value, body.value);
    if (!registered.ok) return answerRefusal(registered);
    return Response.json(registered.value, { status: 201, headers: { "Cache-Control": "no-store" } });
  });
}

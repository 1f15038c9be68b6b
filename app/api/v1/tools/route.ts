import { withKey } from "#app/server/gateway.ts";
import { answerRefusal } from "#lib/gateway/http-answer.ts";
import { listToolsForAgent } from "#lib/gateway/list-tools.ts";

/** What this agent may call. */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const tools = await listToolsForAgent(sql, key);
    if (!tools.ok) return answerRefusal(tools);
    return Response.json({ tools: tools.value }, { headers: { "Cache-Control": "no-store" } });
  });
}

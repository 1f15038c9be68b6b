import { withKey } from "#app/server/gateway.ts";
import { loadTool } from "#lib/gateway/disclosure/discover.ts";
import { readDiscoveryQuery } from "#lib/gateway/disclosure/discovery-query.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";

/** One tool whole: the second level. With a session it counts as loaded there. */
export function GET(request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const query = readDiscoveryQuery(sql, key, request);
    if (!query.ok) return answerRefusal(query);
    const { asker, unload } = query.value;
    return answerValue(await loadTool(asker, (await params).name, unload));
  });
}

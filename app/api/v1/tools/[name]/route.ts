import { withKey } from "#app/server/gateway.ts";
import { loadTool } from "#lib/gateway/disclosure/discover.ts";
import { readDiscoveryQuery, toolQuerySchema } from "#lib/gateway/disclosure/discovery-query.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";

/** One tool whole: the second level. With a session it counts as loaded there. */
export function GET(request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const read = readDiscoveryQuery({ sql, key }, request, toolQuerySchema);
    if (!read.ok) return answerRefusal(read);
    const { asker, query } = read.value;
    return answerValue(await loadTool(asker, (await params).name, query.unload));
  });
}

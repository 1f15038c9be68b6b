import { withKey } from "#app/server/gateway.ts";
import { loadToolResource } from "#lib/gateway/disclosure/discover.ts";
import { readDiscoveryQuery, resourceQuerySchema } from "#lib/gateway/disclosure/discovery-query.ts";
import { answerRefusal, answerValue } from "#lib/gateway/http-answer.ts";

/** A text that came with a tool's definition: the third level, only ever on request. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ name: string; id: string }> },
): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const read = readDiscoveryQuery({ sql, key }, request, resourceQuerySchema);
    if (!read.ok) return answerRefusal(read);
    const { name, id } = await params;
    return answerValue(await loadToolResource(read.value.asker, name, id));
  });
}

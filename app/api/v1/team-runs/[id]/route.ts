import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { isPending, readTeamRun } from "#lib/gateway/ask-people.ts";
import { answerQuestion, answerRefusal } from "#lib/gateway/http-answer.ts";
import { readQuery } from "#lib/gateway/read-request.ts";
import { subjectIdSchema, waitQuerySchema } from "#lib/gateway/requests.ts";
import { waitFor } from "#lib/gateway/wait-for.ts";

/** What was answered to a team run of the agent's own. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const id = subjectIdSchema.safeParse((await params).id);
    if (!id.success) return answerRefusal(refuse("not_found"));
    const query = readQuery(request, waitQuerySchema);
    if (!query.ok) return answerRefusal(query);
    const { waitSeconds = 0 } = query.value;
    const waiter = { feed, key, waitSeconds, signal: request.signal };
    return answerQuestion(await waitFor(() => readTeamRun(sql, key, id.data), isPending, waiter));
  });
}

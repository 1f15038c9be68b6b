import { one } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { currentSession } from "#app/server/session.ts";
import { refused } from "#app/server/session-route.ts";
import { exportTools } from "#lib/registry/queries/export-tools.ts";
import { parseToolFilter } from "#lib/registry/queries/tool-filter.ts";

/** The tools that the page's filter shows, all of them, as JSONL: names, classes, states and hashes to compare with elsewhere. */
export async function GET(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session.ok) return refused(session);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const lines = exportTools(
    database(),
    parseToolFilter((name) => one(asked, name)),
  );
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="airlock-registry-${new Date().toISOString().slice(0, 10)}.jsonl"`,
      "Cache-Control": "no-store",
    },
  });
}

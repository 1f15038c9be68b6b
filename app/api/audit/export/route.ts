import { one } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { currentSession } from "#app/server/session.ts";
import { refused } from "#app/server/session-route.ts";
import { inBlocks } from "#lib/audit/export/in-blocks.ts";
import { renderEntries } from "#lib/audit/export/jsonl.ts";
import { readEntries } from "#lib/audit/export/read-entries.ts";
import { readLane } from "#lib/audit/lane-head.ts";

/**
 * The entries that the page's filter shows, all of them, as JSONL. They are read page by page as the browser takes them, outside of any
 * transaction: a slow reader must not hold one open.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session.ok) return refused(session);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const entries = readEntries(database(), {
    action: one(asked, "action"),
    actor: one(asked, "actor"),
    subject: one(asked, "subject"),
    lane: readLane(one(asked, "lane")),
    untilUs: String(Date.now() * 1000),
  });
  return new Response(streamOf(inBlocks(renderEntries(entries))), {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="airlock-audit-${new Date().toISOString().slice(0, 10)}.jsonl"`,
      "Cache-Control": "no-store",
    },
  });
}

function streamOf(blocks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await blocks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await blocks.return(undefined);
    },
  });
}

import { hintStream } from "#app/server/hint-stream.ts";
import { followChanges } from "#app/server/live-hub.ts";
import { watchingSession } from "#app/server/session.ts";
import { refused } from "#app/server/session-route.ts";

/** Hints that something changed. They carry no data, so a page that reads after one is authorised as ever. */
export async function GET(request: Request): Promise<Response> {
  const session = await watchingSession();
  if (!session.ok) return refused(session);
  return new Response(hintStream(followChanges, request.signal), {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

export const dynamic = "force-dynamic";

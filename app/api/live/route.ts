import { followChanges } from "#app/server/live-hub.ts";
import { currentSession } from "#app/server/session.ts";

/** At most this many hints a second reach a page, however busy the gateway is. */
const GATHER_MS = 250;
const HEARTBEAT_MS = 20_000;
/** Then the browser connects again, and is authorised again. */
const LIFE_MS = 5 * 60_000;

/** Server-sent hints that something changed. They carry no data, so a page that reads after one is authorised as ever. */
export async function GET(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session.ok) return Response.json({ error: { code: session.code, message: session.message } }, { status: 401 });
  const encoder = new TextEncoder();
  let close = () => {};
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      let gathering: ReturnType<typeof setTimeout> | undefined;
      const hint = () => {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          send("event: changed\ndata: {}\n\n");
        }, GATHER_MS);
      };
      const unfollow = await followChanges(hint);
      const heartbeat = setInterval(() => send(": alive\n\n"), HEARTBEAT_MS);
      const end = setTimeout(() => close(), LIFE_MS);
      close = () => {
        close = () => {};
        clearInterval(heartbeat);
        clearTimeout(gathering);
        clearTimeout(end);
        unfollow();
        controller.close();
      };
      request.signal.addEventListener("abort", () => close());
      send("retry: 2000\nevent: ready\ndata: {}\n\n");
    },
    cancel: () => close(),
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

export const dynamic = "force-dynamic";

import { withKey } from "#app/server/gateway.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { FIRST_CURSOR } from "#lib/events/event-cursor.ts";
import { eventsOfAgent } from "#lib/events/event-source.ts";
import { followEvents } from "#lib/events/follow-events.ts";
import { presentCursor } from "#lib/events/present-cursor.ts";
import { readEventsAfter } from "#lib/events/read-events.ts";
import { eventStream } from "#lib/gateway/event-stream.ts";
import { answerRefusal } from "#lib/gateway/http-answer.ts";
import { PlaceCount } from "#lib/gateway/place-count.ts";
import { readQuery } from "#lib/gateway/read-request.ts";
import { eventsQuerySchema } from "#lib/gateway/requests.ts";

/** Each costs a look at the database a second; no agent needs more of them, and a leak of one must not be everybody's trouble. */
const STREAMS_OF_A_KEY = 64;
const streams = new PlaceCount(STREAMS_OF_A_KEY);
/** A revoked key is refused at the next look. */
const LOOK_AGAIN_MS = 1_000;

/** The agent's own events from a cursor on, for as long as the reader stays. */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql, feed }, key) => {
    const query = readQuery(request, eventsQuerySchema);
    if (!query.ok) return answerRefusal(query);
    const given = request.headers.get("last-event-id") || query.value.after;
    const cursor = given ?? (query.value.from === "start" ? FIRST_CURSOR : await presentCursor(sql));
    const source = eventsOfAgent(sql, key);
    // A bad cursor and a dead key are answers, not streams.
    const first = await readEventsAfter(source, cursor, 1);
    if (!first.ok) return answerRefusal(first);
    const place = streams.take(key);
    if (!place) {
      return answerRefusal(refuse("rate_limited", `A key has at most ${STREAMS_OF_A_KEY} open streams.`));
    }
    const pages = async function* (signal: AbortSignal) {
      try {
        yield* followEvents({ source, feed, cursor, signal, lookAgainMs: LOOK_AGAIN_MS });
      } finally {
        place.leave();
      }
    };
    return new Response(eventStream(pages, cursor, request.signal), {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  });
}

/** Without this a HEAD would be answered by the GET: a stream that nobody reads, and so nobody ever ends. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}

export const dynamic = "force-dynamic";

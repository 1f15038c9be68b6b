import type { Outcome } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import type { EventPage } from "#lib/events/read-events.ts";

/** Below the half minute after which proxies on the way take silence for the end. */
const HEARTBEAT_MS = 15_000;

/**
 * Pages of events as server-sent events. Each event's id is the cursor after it, so a reader that comes back with `Last-Event-ID` gets
 * exactly what followed. The first lines carry where the reader begins: also one that never heard an event can come back to there. The
 * last thing a refused reader hears is why.
 */
export function eventStream(
  pages: (signal: AbortSignal) => AsyncIterable<Outcome<EventPage>>,
  cursor: string,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = new AbortController();
  const signal = AbortSignal.any([gone, left.signal]);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let goOn = () => {};
  signal.addEventListener("abort", () => goOn(), { once: true });
  return new ReadableStream({
    start(controller) {
      const isFull = () => (controller.desiredSize ?? 0) <= 0 && !signal.aborted;
      const send = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text));
      };
      // Whoever does not read what was sent is sent no more, and nothing is read for them: the past of an agent can be long.
      const room = async () => {
        if (!isFull()) return;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      };
      send(`retry: 1000\nid: ${cursor}\nevent: ready\ndata: {}\n\n`);
      heartbeat = setInterval(() => {
        if (!isFull()) send(": alive\n\n");
      }, HEARTBEAT_MS);
      void follow(pages(signal), send, room)
        .catch((error: unknown) => {
          if (!signal.aborted) console.error(error);
        })
        .finally(() => {
          clearInterval(heartbeat);
          try {
            controller.close();
          } catch {
            // The reader closed it first.
          }
        });
    },
    pull() {
      goOn();
    },
    cancel() {
      clearInterval(heartbeat);
      left.abort();
    },
  });
}

async function follow(
  pages: AsyncIterable<Outcome<EventPage>>,
  send: (text: string) => void,
  room: () => Promise<void>,
): Promise<void> {
  for await (const page of pages) {
    if (!page.ok) {
      const { code, details = {} } = page;
      send(`event: error\ndata: ${JSON.stringify({ error: { code, message: tellSender(page), details } })}\n\n`);
      return;
    }
    send(
      page.value.events
        .map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join(""),
    );
    await room();
  }
}

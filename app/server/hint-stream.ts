/** The first change is told at once; then at most one hint in this time reaches a page, however busy the gateway is. */
const GATHER_MS = 250;
const HEARTBEAT_MS = 20_000;
/** Then the browser connects again, and is authorised again. */
const LIFE_MS = 5 * 60_000;

type Unfollow = () => void;

/**
 * Server-sent hints that something changed. The reader may leave at any moment, also before we have begun to listen:
 * whatever happens, nothing is written to a stream that has ended, and no timer and no listener outlives it.
 */
export function hintStream(
  follow: (listener: () => void) => Promise<Unfollow>,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cleanups: (() => void)[] = [];
  let ended = gone.aborted;
  const end = () => {
    ended = true;
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
  return new ReadableStream({
    async start(controller) {
      const send = (text: string) => {
        if (!ended) controller.enqueue(encoder.encode(text));
      };
      const finish = () => {
        if (ended) return;
        end();
        controller.close();
      };
      gone.addEventListener("abort", finish);
      cleanups.push(() => gone.removeEventListener("abort", finish));
      cleanups.push(await follow(gathered(() => send("event: changed\ndata: {}\n\n"), cleanups)));
      const heartbeat = setInterval(() => send(": alive\n\n"), HEARTBEAT_MS);
      const life = setTimeout(finish, LIFE_MS);
      cleanups.push(
        () => clearInterval(heartbeat),
        () => clearTimeout(life),
      );
      send("retry: 2000\nevent: ready\ndata: {}\n\n");
      // Left while we were beginning to listen: nobody else will clean up.
      if (ended) end();
    },
    cancel: end,
  });
}

/** Many calls in a short time become two: the first at once, and one for all that came after it. */
function gathered(tell: () => void, cleanups: (() => void)[]): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let more = false;
  cleanups.push(() => clearTimeout(pause));
  const next = () => {
    pause = undefined;
    if (more) begin();
  };
  const begin = () => {
    more = false;
    pause = setTimeout(next, GATHER_MS);
    tell();
  };
  return () => {
    if (pause === undefined) begin();
    else more = true;
  };
}

import type { Socket } from "node:net";

const DRAIN_MS = 2_000;

/** What was written before the end is read to its end; a stream that stays open after the kill is not waited for long. */
export async function drained(streams: readonly Socket[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  const ended = streams.map(
    (stream) =>
      new Promise<void>((resolve) =>
        stream.readableEnded ? resolve() : stream.once("close", resolve).once("end", resolve),
      ),
  );
  await Promise.race([Promise.all(ended), late]);
  clearTimeout(timer);
}

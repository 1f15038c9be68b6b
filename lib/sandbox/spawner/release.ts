import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Launch } from "../bubblewrap/launch.ts";

/** What ends bubblewrap's wait, as the launch lays it out. */
export function releaseOf(launch: Launch, streams: readonly (Socket | null | undefined)[]): () => void {
  const index = launch.descriptors.findIndex(({ kind }) => kind === "release");
  const descriptor = launch.descriptors[index];
  return () => {
    if (descriptor?.kind !== "release") return;
    streams[index + 3]?.end(Buffer.concat([Buffer.from("1"), Buffer.from(descriptor.data)]));
  };
}

/** Waits for bubblewrap to name its child, prepares the child, and lets it go on. */
export function releaseWhenReady(
  info: Readable,
  prepare: (pid: number) => Promise<void>,
  release: () => void,
  fail: () => void,
): void {
  let text = "";
  let named = false;
  info.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
    if (pid === undefined || named) return;
    named = true;
    // Unprepared it must not go on; without the byte it never does.
    prepare(Number(pid)).then(release, fail);
  });
}

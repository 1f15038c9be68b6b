import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Launch } from "../bubblewrap/launch.ts";
import { mapOwners } from "./owner-map.ts";

/** What ends bubblewrap's wait, as the launch lays it out. */
export function releaseOf(launch: Launch, streams: readonly (Socket | null | undefined)[]): () => void {
  const index = launch.descriptors.findIndex(({ kind }) => kind === "release");
  const descriptor = launch.descriptors[index];
  return () => {
    if (descriptor?.kind !== "release") return;
    streams[index + 3]?.end(Buffer.concat([Buffer.from("1"), Buffer.from(descriptor.data)]));
  };
}

/** Waits for bubblewrap to name its child, maps the users of the host into it, and lets it go on. */
export function releaseWhenMapped(info: Readable, release: () => void, user: number | null, fail: () => void): void {
  let text = "";
  let released = false;
  info.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
    if (pid === undefined || released) return;
    released = true;
    try {
      if (user !== null) mapOwners(Number(pid), user);
      release();
    } catch {
      // Unmapped it must not go on; without the byte it never does.
      fail();
    }
  });
}

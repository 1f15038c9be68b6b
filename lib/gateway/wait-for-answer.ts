import { setTimeout as pause } from "node:timers/promises";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

const LOOK_AGAIN_MS = 2_000;
const PAUSE_MAX_MS = 100;

/** Reads until people have answered or the time is up, and gives how it stands either way. */
export async function waitForAnswer<T extends { readonly status: string }>(
  read: () => Promise<Outcome<T>>,
  feed: ChangeFeed,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const deadline = Date.now() + waitSeconds * 1_000;
  for (;;) {
    const view = await read();
    const left = deadline - Date.now();
    if (!view.ok || view.value.status !== "pending" || left <= 0 || signal.aborted) return view;
    await feed.next(Math.min(left, LOOK_AGAIN_MS), signal);
    await pause(Math.random() * PAUSE_MAX_MS, undefined, { signal }).catch(() => {});
  }
}

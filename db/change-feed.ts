import type { Sql } from "postgres";

type Listener = () => void;

/** "Something changed": hints by NOTIFY, which carry nothing and may be lost, so that a listener also looks by itself. */
export interface ChangeFeed {
  /** Calls `listener` after changes, until the returned function is called. */
  follow(listener: Listener): () => void;
  /** Resolves at the next change, after `ms`, or when the signal aborts; whichever comes first. */
  next(ms: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type Channel = "airlock_events" | "airlock_work";

/** One connection of the process listens, for any number of listeners. */
export async function openChangeFeed(sql: Sql, channel: Channel): Promise<ChangeFeed> {
  const listeners = new Set<Listener>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  // The driver listens again after a lost connection and calls back: what was missed meanwhile is told as one change.
  const subscription = await sql.listen(channel, tell, tell);
  const follow = (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    follow,
    next: (ms, signal) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          unfollow();
          signal?.removeEventListener("abort", finish);
          resolve();
        };
        const timer = setTimeout(finish, ms);
        const unfollow = follow(finish);
        if (signal?.aborted) finish();
        else signal?.addEventListener("abort", finish);
      }),
    close: async () => {
      listeners.clear();
      await subscription.unlisten();
    },
  };
}

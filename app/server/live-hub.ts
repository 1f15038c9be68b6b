import "server-only";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { database } from "./database.ts";

/** One connection of the process listens for all open pages. Kept on the global object, as the pool is. */
const held = globalThis as typeof globalThis & { airlockLiveFeed?: Promise<ChangeFeed> };

/** Calls `listener` after changes in the database, until the returned function is called. */
export async function followChanges(listener: () => void): Promise<() => void> {
  held.airlockLiveFeed ??= openChangeFeed(database(), "airlock_events");
  try {
    return (await held.airlockLiveFeed).follow(listener);
  } catch (error) {
    // Do not keep a feed that never listened: the next page tries again.
    delete held.airlockLiveFeed;
    throw error;
  }
}

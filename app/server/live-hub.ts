import "server-only";
import { database } from "./database.ts";

type Listener = () => void;

interface Hub {
  readonly listeners: Set<Listener>;
  readonly listening: Promise<unknown>;
}

/** Notifications carry nothing but "something changed"; one connection of the process listens for all open pages. */
const CHANNEL = "airlock_events";

const held = globalThis as typeof globalThis & { airlockLiveHub?: Hub };

function hub(): Hub {
  if (held.airlockLiveHub) return held.airlockLiveHub;
  const listeners = new Set<Listener>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  // After a lost connection the driver listens again and calls back: what was missed meanwhile is told as one change.
  const listening = database().listen(CHANNEL, tell, tell);
  held.airlockLiveHub = { listeners, listening };
  return held.airlockLiveHub;
}

/** Calls `listener` after changes in the database, until the returned function is called. */
export async function followChanges(listener: Listener): Promise<() => void> {
  const { listeners, listening } = hub();
  try {
    await listening;
  } catch (error) {
    // Do not keep a hub that never listened: the next page tries again.
    delete held.airlockLiveHub;
    throw error;
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "#db/open-connection.ts";

const WATCH_EVERY_MS = 5_000;

export interface Watchdog {
  stop(): Promise<void>;
}

/**
 * Ends sessions that hold a transaction, a statement or a lock for longer than any of ours needs. Apart from the queue, on a connection of its own
 * that stays open: a sweep may be waiting for the very lock that is to be freed, and an intruder may take all connections
 * that the login has left.
 */
export function startWatchdog(databaseUrl: string, log: (line: string) => void): Watchdog {
  const sql = openConnection(databaseUrl, {
    max: 1,
    connection: { application_name: "airlock-watchdog" },
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  let fault = "";

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        const [row] = await sql<{ ended: number }[]>`select agents.fn_end_stale_transactions() as ended`;
        if (row && row.ended > 0) log(`The watchdog ended ${row.ended} sessions that stayed too long.`);
        fault = "";
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // A server that is away would fill the log with one line every five seconds.
        if (!signal.aborted && message !== fault) log(`The watchdog failed: ${message}`);
        fault = message;
      }
      await sleep(WATCH_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await sql.end({ timeout: 1 });
      await watching;
    },
  };
}

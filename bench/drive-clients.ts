import type { Sql } from "postgres";
import { openConnection } from "#db/open-connection.ts";
import { percentile } from "./statistics.ts";

/** One unit of work of one client; `turn` counts this client's, so that it can vary what it does. */
export type Work = (sql: Sql, client: number, turn: number) => Promise<unknown>;

export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** As many connections as clients, in one pool as in use, each client with one call under way. */
export interface Clients {
  readonly sql: Sql;
  readonly count: number;
  end(): Promise<void>;
}

export async function openClients(url: string, count: number): Promise<Clients> {
  const sql = openConnection(url, { max: count });
  // Side by side and not done at once, so that each opens a connection of its own.
  await Promise.all(Array.from({ length: count }, () => sql`select pg_sleep(0.05)`));
  return { sql, count, end: () => sql.end({ timeout: 5 }) };
}

/**
 * Lets every client do its work again and again for a time. Work and baseline are driven by the same process in the same
 * way, so that what the driver costs is in both figures.
 */
export function drive({ sql, count }: Clients, work: Work, milliseconds: number): Promise<Sample> {
  return driveMany(count, (client, turn) => work(sql, client, turn), milliseconds);
}

/** The same for clients of any kind. */
export async function driveMany(
  count: number,
  work: (client: number, turn: number) => Promise<unknown>,
  milliseconds: number,
): Promise<Sample> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + milliseconds;
  await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      let before = performance.now();
      for (let turn = 0; before < end; turn += 1) {
        await work(client, turn);
        const after = performance.now();
        latencies.push(after - before);
        before = after;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

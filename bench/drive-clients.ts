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

/** Clients are connections of their own, each with one statement under way: what a pool of that size does under load. */
export interface Clients {
  readonly connections: readonly Sql[];
  end(): Promise<void>;
}

export async function openClients(url: string, count: number): Promise<Clients> {
  const connections = Array.from({ length: count }, () => openConnection(url, { max: 1, onnotice: () => {} }));
  await Promise.all(connections.map((sql) => sql`select 1`));
  return {
    connections,
    end: async () => {
      await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })));
    },
  };
}

/**
 * Lets every client do its work again and again for a time. Work and baseline are driven by the same process in the same
 * way, so that what the driver costs is in both figures.
 */
export async function drive({ connections }: Clients, work: Work, milliseconds: number): Promise<Sample> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + milliseconds;
  await Promise.all(
    connections.map(async (sql, client) => {
      let before = performance.now();
      for (let turn = 0; before < end; turn += 1) {
        await work(sql, client, turn);
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

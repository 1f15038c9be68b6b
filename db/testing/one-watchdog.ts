import { openConnection } from "#db/open-connection.ts";

/**
 * A watchdog ends stale sessions on every database of its server, so two tests that have one would end each other's: they take
 * turns, whichever process they run in.
 */
export async function asOneWatchdog<T>(work: () => Promise<T>): Promise<T> {
  const server = openConnection(process.env.AIRLOCK_TEST_ADMIN_URL ?? "", { max: 1 });
  await server`select pg_advisory_lock(8)`;
  try {
    return await work();
  } finally {
    await server.end({ timeout: 1 });
  }
}

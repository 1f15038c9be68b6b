import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openTestHome, quickFolder, removeTestHome, sweepDeadTestHomes } from "./test-home.ts";

/**
 * vitest's global set-up: one throwaway server for all database tests of this run, whether the run is `npm test` or a single file.
 * Tests reach it by AIRLOCK_TEST_ADMIN_URL and clone their own databases in it.
 */
export default async function startDatabaseForTests(): Promise<() => Promise<void>> {
  await sweepDeadTestHomes();
  const home = openTestHome(quickFolder());
  const server = await startEmbeddedPostgres({ home, throwaway: true });
  const adminUrl = new URL(server.adminUrl);
  adminUrl.pathname = "/postgres";
  process.env.AIRLOCK_TEST_ADMIN_URL = adminUrl.href;
  const end = async () => {
    await server.stop();
    await removeTestHome(home);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => end().finally(() => process.exit(1)));
  }
  return end;
}

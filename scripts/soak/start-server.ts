import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openTestHome, removeTestHome, sweepDeadTestHomes } from "../test/test-home.ts";

/**
 * A server of the soak's own, which the trials reach as tests reach theirs. With the settings that ship, not a throwaway's:
 * a commit that waits for the disk holds its locks for longer, and so loses more races.
 */
export async function startServer(): Promise<() => Promise<void>> {
  await sweepDeadTestHomes();
  const home = openTestHome();
  const server = await startEmbeddedPostgres({ home });
  const adminUrl = new URL(server.adminUrl);
  adminUrl.pathname = "/postgres";
  process.env.AIRLOCK_TEST_ADMIN_URL = adminUrl.href;
  return async () => {
    await server.stop();
    await removeTestHome(home);
  };
}

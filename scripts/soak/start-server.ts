import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { openTestHome, removeTestHome, sweepDeadTestHomes } from "../test/test-home.ts";

interface SoakServer {
  /** As the server says it. */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * A server of the soak's own, which the trials reach as tests reach theirs. With the settings that ship, not a throwaway's:
 * a commit that waits for the disk holds its locks for longer, and so loses more races.
 */
export async function startServer(): Promise<SoakServer> {
  await sweepDeadTestHomes();
  const home = openTestHome();
  const server = await startEmbeddedPostgres({ home });
  const adminUrl = new URL(server.adminUrl);
  adminUrl.pathname = "/postgres";
  process.env.AIRLOCK_TEST_ADMIN_URL = adminUrl.href;
  const stop = async () => {
    await server.stop();
    await removeTestHome(home);
  };
  return { version: await readVersion(adminUrl.href), stop };
}

async function readVersion(adminUrl: string): Promise<string> {
  const sql = openConnection(adminUrl, { max: 1 });
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    return row?.version ?? "unknown";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

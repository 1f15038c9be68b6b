import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "#db/embedded/answers.ts";
import { layoutOf } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded/start.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { step } from "../terminal/steps.ts";

export interface ProvidedDatabase {
  readonly adminUrl: string;
  readonly isEmbedded: boolean;
}

const WATCH_MS = 1_000;

/** The database of the user, or the embedded one: started or adopted, kept running, and stopped with us. */
export async function provideDatabase(
  home: string,
  given: string | undefined,
  stops: StopStack,
): Promise<ProvidedDatabase> {
  stops.signal.throwIfAborted();
  return await step("database", async (say) => {
    if (given) {
      if (!(await answers(given)))
        throw new Error("The database of DATABASE_URL does not answer, or refuses this login.");
      say(decodeURIComponent(new URL(given).host));
      return { adminUrl: given, isEmbedded: false };
    }
    const server = await startEmbeddedPostgres({ home });
    const handles = [server];
    const keeper = keepRunning(home, handles, stops.signal);
    await stops.add(async () => {
      await keeper;
      for (const handle of handles) await handle.stop();
    });
    say(server.adopted ? "PostgreSQL, adopted as it was running" : "PostgreSQL, started");
    return { adminUrl: server.adminUrl, isEmbedded: true };
  });
}

/** The embedded server is no child of ours that could be waited for, since it may be an adopted one: so we look. */
async function keepRunning(home: string, handles: EmbeddedPostgres[], signal: AbortSignal): Promise<void> {
  const layout = layoutOf(home);
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  for (await pause(WATCH_MS); !signal.aborted; await pause(WATCH_MS)) {
    if (findPostmaster(layout)) continue;
    process.stdout.write("  ! the database died; starting it again\n");
    try {
      handles.push(await startEmbeddedPostgres({ home }));
      process.stdout.write("  ✓ the database is back\n");
    } catch (error) {
      process.stdout.write(`  ✗ ${(error as Error).message}\n`);
      await pause(10 * WATCH_MS);
    }
  }
}

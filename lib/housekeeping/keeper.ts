import { randomInt } from "node:crypto";
import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import { withSessionSettings } from "#db/open-connection.ts";
import { placeDrill } from "#lib/approvals/drills/place-drill.ts";
import { lookAtTrust } from "#lib/trust/look-at-trust.ts";
import { startWatchdog } from "./watchdog.ts";

/** Often enough that an expired call leaves the inbox while somebody still looks at it. */
const SWEEP_EVERY_MS = 5_000;
const BITE = 50;

/** Outputs at once: one entry of the log lists them. */
const RETAIN_BITE = 100;
/** The queue does one thing at a time, and what expires must not wait behind years of outputs. */
const RETAIN_BITES_A_TURN = 20;
const RETAIN_AGAIN_MS = 1_000;
/** Between two turns where more is known than one turn looks at. */
const TRUST_AGAIN_MS = 250;
const RETAIN = "select agents.fn_retain_outputs($1) as gone";

export interface Keeper {
  stop(): Promise<void>;
}

/**
 * The housekeeper: ends what nobody decided or started in time, and sessions that hold a transaction for too long, deletes outputs that
 * were kept for long enough, looks at who has earned or lost trust, and now and then places a drill. Any number of them may run; the job's key keeps the sweep one. What the sweep does is also enforced where it matters: a late vote or
 * claim is refused whether or not it came by.
 */
export async function startKeeper(databaseUrl: string, log: (line: string) => void): Promise<Keeper> {
  const watchdog = startWatchdog(databaseUrl, log);
  try {
    const runner = await runQueue(databaseUrl, log);
    await runner.addJob("sweep", {}, { jobKey: "sweep" });
    await runner.addJob("retain", {}, { jobKey: "retain" });
    await runner.addJob("trust", {}, { jobKey: "trust" });
    return {
      async stop() {
        await runner.stop();
        await watchdog.stop();
      },
    };
  } catch (error) {
    await watchdog.stop();
    throw lacksQueue(error) ? new Error(NO_QUEUE, { cause: error }) : error;
  }
}

const NO_QUEUE =
  "This database has no queue for the housekeeper: it was migrated without the housekeeper's login. Migrate it again with " +
  "AIRLOCK_DB_HOUSEKEEPER_URL set ('npm run up' does), so that the queue is laid out as that login.";

/** Without its tables the queue tries to make them, and the login may not: only a migration lends it that right. */
function lacksQueue(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "42501" && /permission denied for database/.test(message ?? "");
}

function runQueue(databaseUrl: string, log: (line: string) => void): Promise<Runner> {
  return run({
    connectionString: withSessionSettings(databaseUrl),
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 1_000,
    taskList: tasks(log),
    // The chain of sweeps restarts itself, should every try of one link have failed.
    crontab:
      "* * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at\n*/5 * * * * drill ?jobKey=drill\n*/10 * * * * retain ?jobKey=retain&jobKeyMode=preserve_run_at\n* * * * * trust ?jobKey=trust",
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") log(message);
    }),
  });
}

function tasks(log: (line: string) => void): TaskList {
  return {
    async sweep(_payload, helpers) {
      try {
        await helpers.withPgClient(async (client) => {
          let ended: number;
          do {
            const { rows } = await client.query<{ ended: number }>("select agents.fn_sweep($1) as ended", [BITE]);
            ended = rows[0]?.ended ?? 0;
          } while (ended >= BITE);
        });
      } catch (error) {
        // The queue's own pauses after a failure grow to hours; whoever held the lock is gone in seconds.
        log(`A sweep failed: ${error instanceof Error ? error.message : String(error)}`);
      }
      await helpers.addJob("sweep", {}, { jobKey: "sweep", runAt: new Date(Date.now() + SWEEP_EVERY_MS) });
    },
    async retain(_payload, helpers) {
      let gone = 0;
      try {
        await helpers.withPgClient(async (client) => {
          for (let bite = 0; bite < RETAIN_BITES_A_TURN; bite += 1) {
            const { rows } = await client.query<{ gone: number }>(RETAIN, [RETAIN_BITE]);
            gone = rows[0]?.gone ?? 0;
            if (gone === 0) break;
          }
        });
      } catch (error) {
        log(`Outputs that are due were not deleted: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (gone > 0)
        await helpers.addJob("retain", {}, { jobKey: "retain", runAt: new Date(Date.now() + RETAIN_AGAIN_MS) });
    },
    async trust(_payload, helpers) {
      try {
        const { more } = await helpers.withPgClient((client) =>
          lookAtTrust(async (statement, values) => {
            const { rows } = await client.query<{ answer: unknown }>(statement, [...values]);
            return rows[0]?.answer;
          }),
        );
        if (more) await helpers.addJob("trust", {}, { jobKey: "trust", runAt: new Date(Date.now() + TRUST_AGAIN_MS) });
      } catch (error) {
        log(`Trust was not looked at: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    async drill(_payload, helpers) {
      // Not at every turn, or people would learn the minute.
      if (randomInt(3) > 0) return;
      await helpers.withPgClient((client) =>
        placeDrill(async (statement, values) => {
          const { rows } = await client.query<{ answer: unknown }>(statement, [...values]);
          return rows[0]?.answer;
        }, null),
      );
    },
  };
}

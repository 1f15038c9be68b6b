import { Logger, run, type TaskList } from "graphile-worker";

/** Often enough that an expired call leaves the inbox while somebody still looks at it. */
const SWEEP_EVERY_MS = 5_000;
const BITE = 50;

export interface Keeper {
  stop(): Promise<void>;
}

/**
 * The housekeeper: ends what nobody decided or started in time. Any number of them may run; the job's key keeps it one.
 * What it does is also enforced where it matters: a late vote or claim is refused whether or not the sweep came by.
 */
export async function startKeeper(databaseUrl: string, log: (line: string) => void): Promise<Keeper> {
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 1_000,
    taskList: TASKS,
    // The chain of sweeps restarts itself, should every try of one link have failed.
    crontab: "* * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at",
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") log(message);
    }),
  });
  await runner.addJob("sweep", {}, { jobKey: "sweep" });
  return { stop: () => runner.stop() };
}

const TASKS: TaskList = {
  async sweep(_payload, helpers) {
    await helpers.withPgClient(async (client) => {
      let ended: number;
      do {
        const { rows } = await client.query<{ ended: number }>("select agents.fn_sweep($1) as ended", [BITE]);
        ended = rows[0]?.ended ?? 0;
      } while (ended >= BITE);
    });
    await helpers.addJob("sweep", {}, { jobKey: "sweep", runAt: new Date(Date.now() + SWEEP_EVERY_MS) });
  },
};

/**
 * A real PostgreSQL from npm, for those who bring none. It outlives the process that started it, on purpose: a crash of ours must
 * not be a crash of the database. So starting means: adopt the one that runs, or clear what a killed one left and start anew;
 * stopping means: only when nobody else uses it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareHome } from "#lib/environment/home.ts";
import type { Account } from "#lib/environment/reachable.ts";
import { answers, ensureDatabase } from "./answers.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { withFileLock } from "./file-lock.ts";
import { initialise, SERVER_ENVIRONMENT } from "./initialise.ts";
import { type Layout, layoutOf, socketUrl } from "./layout.ts";
import { openLog } from "./open-log.ts";
import { clearLeftovers, findPostmaster } from "./postmaster.ts";
import { serverAccount } from "./server-account.ts";
import { serverArguments } from "./settings.ts";
import { LOCK_TIMEOUT_MS, stopEmbeddedPostgres } from "./stop.ts";
import { Unstartable } from "./unstartable.ts";
import { joinUsers } from "./users.ts";

export interface EmbeddedPostgres {
  /** Superuser, database `airlock`: for migration only. */
  readonly adminUrl: string;
  readonly socketDirectory: string;
  readonly dataDirectory: string;
  /** It was running already. */
  readonly adopted: boolean;
  /** Stops using it, and stops it when nobody else does. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly home: string;
  /** For tests: does not survive a power cut, and is quicker for it. */
  readonly throwaway?: boolean;
}

const READY_TIMEOUT_MS = 60_000;
const RETRY_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

export async function startEmbeddedPostgres({ home, throwaway = false }: StartOptions): Promise<EmbeddedPostgres> {
  const layout = layoutOf(home);
  const account = serverAccount();
  const binaries = findBinaries(account);
  prepareHome(home);
  return await withFileLock(layout.lockFile, LOCK_TIMEOUT_MS, async () => {
    await initialise({ layout, account, binaries, throwaway });
    const password = readFileSync(layout.passwordFile, "utf8");
    const adoptedFrom = await adopt(layout, password);
    if (!adoptedFrom) await startAnew(layout, password, () => launch(layout, binaries, account, throwaway));
    const socketDirectory = adoptedFrom ?? layout.socketDirectory;
    await ensureDatabase(socketUrl(socketDirectory, password, "postgres"));
    const leave = joinUsers(layout.users);
    return {
      adminUrl: socketUrl(socketDirectory, password),
      socketDirectory,
      dataDirectory: layout.data,
      adopted: adoptedFrom !== undefined,
      stop: async () => {
        leave();
        await stopEmbeddedPostgres({ home });
      },
    };
  });
}

/** The socket folder of the server that runs already, once it answers; nothing when none runs. */
async function adopt(layout: Layout, password: string): Promise<string | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (let running = findPostmaster(layout); running; running = findPostmaster(layout)) {
    if (running.status !== "stopping" && (await answers(socketUrl(running.socketDirectory, password, "postgres")))) {
      return running.socketDirectory;
    }
    if (Date.now() > deadline) {
      throw new Unstartable(
        "database_unavailable",
        `The database (process ${running.identity.pid}) runs but does not answer. Look at ${layout.log}; ending it with 'kill -INT ${running.identity.pid}' loses nothing.`,
      );
    }
    await sleep(POLL_MS * 5);
  }
  return undefined;
}

/** After a hard kill the old server's last processes still hold its memory for a moment: those refusals are waited out. */
async function startAnew(layout: Layout, password: string, launch: () => ChildProcess): Promise<void> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    clearLeftovers(layout);
    const logStart = logSize(layout);
    if (await becomesReady(launch(), layout, password)) return;
    const said = readFileSync(layout.log).subarray(logStart).toString("utf8").trim();
    const isTransient = /lock file|pre-existing shared memory|still in use/.test(said);
    if (!isTransient || Date.now() > deadline) {
      throw new Unstartable(
        "database_unavailable",
        `The database did not start. It said:\n${said.split("\n").slice(-8).join("\n")}`,
      );
    }
    await sleep(pauseMs);
  }
}

async function becomesReady(server: ChildProcess, layout: Layout, password: string): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let failed = false;
  server.once("error", () => {
    failed = true;
  });
  while (!failed && server.exitCode === null && server.signalCode === null) {
    if (
      findPostmaster(layout)?.status === "ready" &&
      (await answers(socketUrl(layout.socketDirectory, password, "postgres")))
    ) {
      return true;
    }
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return false;
}

function launch(layout: Layout, binaries: Binaries, account: Account | undefined, throwaway: boolean): ChildProcess {
  if (logSize(layout) > LARGEST_LOG_BYTES) renameSync(layout.log, `${layout.log}.1`);
  const log = openLog(layout.log);
  try {
    const server = spawn(binaries.postgres, serverArguments({ layout, throwaway }), {
      ...account,
      cwd: layout.data,
      env: SERVER_ENVIRONMENT,
      // A session of its own, so that Ctrl-C in our terminal does not reach it before we have stopped what uses it.
      detached: true,
      stdio: ["ignore", log, log],
    });
    server.unref();
    return server;
  } finally {
    closeSync(log);
  }
}

function logSize(layout: Layout): number {
  return statSync(layout.log, { throwIfNoEntry: false })?.size ?? 0;
}

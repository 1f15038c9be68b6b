import { hostname } from "node:os";
import type { Sql } from "postgres";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { type Claim, claimNext, heartbeat, LEASE_SECONDS, reclaimLost } from "./claim.ts";
import { complete, type Ending } from "./complete.ts";
import { runClaim, type Workshop } from "./run-claim.ts";

export interface WorkerOptions {
  readonly sql: Sql;
  readonly workshop: Workshop;
  /** How many calls run at once on this machine. */
  readonly slots: number;
  readonly log: (line: string) => void;
}

/** Not run and not left lying: nobody would beat for it, and the next worker would take it and fail like this one. */
const NOT_READABLE: Ending = {
  status: "failed",
  findings: [],
  errorCode: "tool_not_runnable",
  reason: refuse("tool_not_runnable", "The dispatcher cannot read this tool's contract.").message,
  run: {},
};

const SWEEP_MS = 1_000;
const BEAT_MS = (LEASE_SECONDS * 1_000) / 5;
const SIGN_OF_LIFE_MS = 5_000;

/**
 * A dispatcher: claims released calls, runs each in its sandbox, records how it ended. Hints wake it at once and a sweep
 * makes up for lost ones. It trusts nothing it remembers: whether it still holds a call is asked at every beat.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  #feed: ChangeFeed | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { sql, workshop } = this.#options;
    this.#feed = await openChangeFeed(sql, "airlock_work");
    const id = await registerWorker(sql, null, workshop);
    this.#loop = this.#work(id, this.#feed);
  }

  /** Takes nothing new, lets what runs end, and leaves. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#loop;
    await Promise.all(this.#running.values());
    await this.#feed?.close();
  }

  async #work(id: string, feed: ChangeFeed): Promise<void> {
    const { sql, workshop, log } = this.#options;
    const { signal } = this.#ending;
    let seen = Date.now();
    while (!signal.aborted) {
      try {
        await this.#fill(id, feed);
        if (Date.now() - seen > SIGN_OF_LIFE_MS) {
          await registerWorker(sql, id, workshop);
          seen = Date.now();
        }
      } catch (error) {
        log(`The database does not answer; trying again. ${messageOf(error)}`);
      }
      await feed.next(SWEEP_MS, signal);
    }
    await Promise.all(this.#running.values());
    await sql`select agents.fn_stop_worker(${id})`.catch((error: unknown) => log(messageOf(error)));
  }

  async #fill(id: string, feed: ChangeFeed): Promise<void> {
    const { sql, slots } = this.#options;
    while (this.#running.size < slots && !this.#ending.signal.aborted) {
      const claim = (await claimNext(sql, id)) ?? (await reclaimLost(sql, id));
      if (!claim) return;
      if ("unreadable" in claim) {
        await complete(sql, id, claim, NOT_READABLE);
        continue;
      }
      const run = this.#run(id, claim, feed).finally(() => this.#running.delete(claim.id));
      this.#running.set(claim.id, run);
    }
  }

  async #run(id: string, claim: Claim, feed: ChangeFeed): Promise<void> {
    const { workshop, log } = this.#options;
    const kill = new AbortController();
    const done = new AbortController();
    const watching = this.#watch(id, claim, kill, done.signal, feed);
    const ending = await runClaim(claim, workshop, kill.signal).catch((error: unknown): Ending => {
      log(`${claim.tool} ${claim.id}: ${messageOf(error)}`);
      return { status: "failed", findings: [], errorCode: "internal", reason: refuse("internal").message, run: {} };
    });
    // The lease is kept until the result is on record: another worker must not start what has already happened.
    await this.#record(id, claim, ending);
    done.abort();
    await watching;
    // A slot is free again: look for the next call without waiting for the sweep.
    await this.#fill(id, feed).catch((error: unknown) => log(messageOf(error)));
  }

  /** Keeps the lease, and kills the call when it was lost, cancelled or stopped. A hint makes the beat come at once. */
  async #watch(id: string, claim: Claim, kill: AbortController, done: AbortSignal, feed: ChangeFeed): Promise<void> {
    const leaseEnd = { at: Date.now() + LEASE_SECONDS * 1_000 };
    while (!done.aborted && !kill.signal.aborted) {
      await feed.next(BEAT_MS, done);
      if (done.aborted) return;
      try {
        const { held, stop } = await heartbeat(this.#options.sql, id, claim);
        if (!held || stop) kill.abort();
        leaseEnd.at = Date.now() + LEASE_SECONDS * 1_000;
      } catch (error) {
        this.#options.log(messageOf(error));
        // Without a lease another worker may start it: better none than two.
        if (Date.now() > leaseEnd.at) kill.abort();
      }
    }
  }

  async #record(id: string, claim: Claim, ending: Ending): Promise<void> {
    const { sql, log } = this.#options;
    let toRecord = ending;
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      try {
        const accepted = await complete(sql, id, claim, toRecord);
        if (!accepted) log(`${claim.tool} ${claim.id}: its lease was lost, so its result was not taken.`);
        return;
      } catch (error) {
        log(`${claim.tool} ${claim.id}: not recorded yet. ${messageOf(error)}`);
        // A result that the database will not have, tried a few times, is given up: that it failed is recorded instead.
        if (!isPassing(error) && pauseMs >= 400) toRecord = withoutOutput(ending);
        if (pauseMs >= 2_000 && this.#ending.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/** Whether the database could not be reached or was busy, as opposed to having refused. */
function isPassing(error: unknown): boolean {
  const code = refusalFromDatabase(error)?.code;
  return code === "database_unavailable" || code === "busy";
}

function withoutOutput({ run }: Ending): Ending {
  const { code, message } = refuse("output_too_large", "Its result could not be kept.");
  return {
    status: "failed",
    findings: [],
    errorCode: code,
    reason: message,
    run: { error: { code, message }, ...(run.usage ? { usage: run.usage } : {}) },
  };
}

async function registerWorker(sql: Sql, id: string | null, { sandbox }: Workshop): Promise<string> {
  const name = `${hostname()}:${process.pid}`;
  const [row] = await sql<{ id: string }[]>`
    select agents.fn_register_worker(${id}, ${name}, ${JSON.stringify(sandbox.reports)}::text::jsonb) as id`;
  if (!row) throw new Error("the database did not register this worker");
  return row.id;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

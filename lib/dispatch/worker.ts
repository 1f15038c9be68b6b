import { hostname } from "node:os";
import type { Sql } from "postgres";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { messageOf } from "#lib/errors/message-of.ts";
import { refuse } from "#lib/errors/outcome.ts";
import type { SealOutput } from "#lib/outputs/seal-output.ts";
import { type Claim, claimNext, heartbeat, LEASE_SECONDS, reclaimLost, type Unreadable } from "./claim.ts";
import { complete, type Ending } from "./complete.ts";
import { followKeptOwners, type KeptOwners } from "./kept-owners.ts";
import { pause } from "./pause.ts";
import { recordEnding } from "./record-ending.ts";
import { runClaim, type Workshop } from "./run-claim.ts";
import { ServerRounds } from "./server-rounds.ts";
import type { WorkerState } from "./worker-state.ts";

export interface WorkerOptions {
  readonly sql: Sql;
  readonly workshop: Workshop;
  /** What a tool returned is sealed with it before it leaves this process. */
  readonly seal: SealOutput;
  /** How many calls run at once on this machine. */
  readonly slots: number;
  /** How long a call stays with this worker after its last sign of life. */
  readonly leaseSeconds?: number;
  /** What of this worker does not change while it runs, for the pages. */
  readonly about?: Pick<WorkerState, "sandboxing" | "credentialKey">;
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
const BEATS_A_LEASE = 5;
/** Hints come with every released call: a beat for each of them, times every call that runs, would be most of the traffic. */
const SHORTEST_BEAT_MS = 250;
const SIGN_OF_LIFE_MS = 5_000;
/** What is judged when the worker is to leave has so long: whoever stops it by a signal gives it eight seconds before the last one. */
const LAST_JUDGING_MS = 5_000;
/** Said with each end of a pause: without a word the runtime makes an error of it, with its trace, several times a call. */
const OVER = "over";
/** Why a call was killed that nobody asked to stop. */
const LEASE_OVER = "its lease ran out without an answer from the database";

/**
 * A dispatcher: claims released calls, runs each in its sandbox, records how it ended. Hints wake it at once and a sweep
 * makes up for lost ones. It trusts nothing it remembers: whether it still holds a call is asked at every beat.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #leaseSeconds: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  /** Ends the pause before the next look for work: after a hint, or when a slot is free again. */
  #wake = new AbortController();
  #foundNoneLostAt = 0;
  readonly #rounds: ServerRounds;
  #feed: ChangeFeed | undefined;
  #kept: KeptOwners | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
    this.#rounds = new ServerRounds({
      ...options,
      signal: this.#ending.signal,
      onListed: () => this.#wakeUp(),
    });
  }

  async start(): Promise<void> {
    const { sql, workshop, log } = this.#options;
    this.#feed = await openChangeFeed(sql, "airlock_work");
    this.#kept = await followKeptOwners(sql, workshop.sandbox, log);
    const id = await registerWorker(sql, null, workshop, this.#state());
    this.#loop = this.#work(id, this.#feed);
    // It would go on claiming, and fail within milliseconds whatever people have approved.
    void workshop.sandbox.lost?.then(() => {
      if (!this.#ending.signal.aborted) log("The sandbox is lost; no further call is taken.");
      this.#ending.abort();
      this.#wakeUp();
    });
  }

  /** Takes nothing new, lets what runs end, and leaves. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wakeUp();
    this.#options.workshop.threads?.hasten(LAST_JUDGING_MS);
    await this.#loop;
    await Promise.all(this.#running.values());
    await this.#kept?.close();
    await this.#feed?.close();
  }

  async #work(id: string, feed: ChangeFeed): Promise<void> {
    const { sql, workshop, log } = this.#options;
    const { signal } = this.#ending;
    const unfollow = feed.follow(() => this.#wakeUp());
    let seen = Date.now();
    while (!signal.aborted) {
      // Before looking: what happens meanwhile ends the pause after it at once.
      this.#wake = new AbortController();
      try {
        await this.#fill(id, feed);
        this.#rounds.look(id);
        await this.#kept?.look(id);
        if (Date.now() - seen > SIGN_OF_LIFE_MS) {
          await registerWorker(sql, id, workshop, this.#state());
          seen = Date.now();
        }
      } catch (error) {
        log(`The database does not answer; trying again. ${messageOf(error)}`);
      }
      await feed.next(SWEEP_MS, this.#wake.signal);
    }
    unfollow();
    await this.#rounds.settled();
    await Promise.all(this.#running.values());
    await sql`select agents.fn_stop_worker(${id})`.catch((error: unknown) => log(messageOf(error)));
  }

  #wakeUp(): void {
    this.#wake.abort(OVER);
  }

  #state(): WorkerState {
    const { slots, workshop, about } = this.#options;
    const pool = workshop.sandbox.poolState?.();
    return { slots, running: this.#running.size, ...(pool ? { pool: [...pool] } : {}), ...about };
  }

  /** Only ever one at a time, or two would fill the same slot. */
  async #fill(id: string, feed: ChangeFeed): Promise<void> {
    const { sql, slots, seal } = this.#options;
    while (this.#running.size < slots && !this.#ending.signal.aborted) {
      const taken = await this.#take(id);
      if (!taken) return;
      const { claim, askedAt } = taken;
      if ("unreadable" in claim) {
        await complete(sql, id, claim, NOT_READABLE, seal);
        continue;
      }
      const run = this.#run(id, claim, askedAt, feed).finally(() => {
        this.#running.delete(claim.id);
        this.#wakeUp();
      });
      this.#running.set(claim.id, run);
    }
  }

  /**
   * A lost call has waited longer than any that is released, and behind a queue that is never empty it would wait for ever:
   * so one look in a second is for the lost first, and goes on for as long as it finds any. The other looks leave them out:
   * each end of a call is followed by one, and whoever lost a call did so seconds ago.
   */
  async #take(id: string): Promise<{ claim: Claim | Unreadable; askedAt: number } | undefined> {
    const { sql } = this.#options;
    const isLostsTurn = Date.now() - this.#foundNoneLostAt >= SWEEP_MS;
    for (const take of isLostsTurn ? [reclaimLost, claimNext] : [claimNext]) {
      const askedAt = Date.now();
      const claim = await take(sql, id, this.#leaseSeconds);
      if (claim) return { claim, askedAt };
      if (take === reclaimLost) this.#foundNoneLostAt = askedAt;
    }
    return undefined;
  }

  async #run(id: string, claim: Claim, askedAt: number, feed: ChangeFeed): Promise<void> {
    const { sql, workshop, seal, log } = this.#options;
    const kill = new AbortController();
    const done = new AbortController();
    // Not awaited: a beat that is never answered must not keep the slot.
    void this.#watch(id, claim, askedAt, kill, done.signal, feed);
    const held = { sql, workerId: id, signal: kill.signal, log };
    const ending = await runClaim(claim, workshop, held).catch((error: unknown): Ending => {
      log(`${claim.tool} ${claim.id}: ${messageOf(error)}`);
      return { status: "failed", findings: [], errorCode: "internal", reason: refuse("internal").message, run: {} };
    });
    // The lease is kept until the result is on record: another worker must not start what has already happened.
    if (ending.status === "cancelled" && kill.signal.reason === LEASE_OVER) {
      // Nobody asked for it, so "cancelled" would be untrue: whoever finds the lease over runs it again or asks a person.
      log(`${claim.tool} ${claim.id}: killed, for ${LEASE_OVER}.`);
    } else {
      await recordEnding(sql, id, claim, ending, { log, seal, leaving: this.#ending.signal });
    }
    done.abort(OVER);
  }

  /**
   * Keeps the lease, and kills the call when it was lost, cancelled or stopped. A hint makes the beat come at once.
   * A lease is counted from before it was asked for, and a question that is never answered does not hold its end up:
   * without a lease another worker may start the call, and better none than two.
   */
  async #watch(
    id: string,
    claim: Claim,
    askedAt: number,
    kill: AbortController,
    done: AbortSignal,
    feed: ChangeFeed,
  ): Promise<void> {
    const leaseMs = this.#leaseSeconds * 1_000;
    const end = () => kill.abort(LEASE_OVER);
    let over = setTimeout(end, askedAt + leaseMs - Date.now());
    let hinted = false;
    const unfollow = feed.follow(() => {
      hinted = true;
    });
    while (!done.aborted && !kill.signal.aborted) {
      await pause(SHORTEST_BEAT_MS, done);
      if (!hinted && !done.aborted) await feed.next(Math.max(0, leaseMs / BEATS_A_LEASE - SHORTEST_BEAT_MS), done);
      if (done.aborted || kill.signal.aborted) break;
      hinted = false;
      const beatAt = Date.now();
      try {
        const { held, stop } = await heartbeat(this.#options.sql, id, claim, this.#leaseSeconds);
        if (!held || stop) kill.abort();
        clearTimeout(over);
        over = setTimeout(end, beatAt + leaseMs - Date.now());
      } catch (error) {
        this.#options.log(messageOf(error));
      }
    }
    clearTimeout(over);
    unfollow();
  }
}

async function registerWorker(sql: Sql, id: string | null, { sandbox }: Workshop, state: WorkerState): Promise<string> {
  const name = `${hostname()}:${process.pid}`;
  const json = (value: unknown) => JSON.stringify(value);
  const [row] = await sql<{ id: string }[]>`
    select agents.fn_register_worker(${id}, ${name}, ${json(sandbox.reports)}::text::jsonb, ${json(state)}::text::jsonb) as id`;
  if (!row) throw new Error("the database did not register this worker");
  return row.id;
}

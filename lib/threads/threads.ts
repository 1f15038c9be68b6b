import { Worker } from "node:worker_threads";
import { type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { JobName, Jobs } from "./jobs.ts";
import type { FromThread, ToThread } from "./messages.ts";

/**
 * What a job may take: five seconds, and half a one for each mebibyte. That is nine for the largest output there is (8 MiB), where a lease is
 * fifteen and its beats go on meanwhile; honest text of that length takes 1.3 on two cores that do nothing else, and five on ones with six times
 * too much to do. Short text is given more than its share: 300 KB made to be slow took two seconds there in a thread that had just come up.
 */
const ALLOWANCE_MS = 5_000;
const ALLOWANCE_MS_PER_MIB = 500;
const MIB = 1_048_576;

/** Up to here a job is short: one thread is always left to those. */
const SHORT = 262_144;

/** Loading the code takes a second on a busy machine. One that is not ready by then never will be. */
const START_MS = 30_000;

/**
 * Four times what the worst outputs of 8 MiB were seen to get along with. Beyond it the thread ends, and not the process; but where it is the engine's own
 * parser that finds no room, it ends all of it, so what may be read must not come near.
 */
const MEMORY_MB = 1_024;

export interface ThreadsOptions {
  /** How many at the most. */
  readonly size: number;
  /** How long a job on so many bytes may take. */
  readonly allowanceMs?: (bytes: number) => number;
  readonly memoryMb?: number;
}

interface Task {
  readonly name: JobName;
  readonly args: readonly unknown[];
  readonly bytes: number;
  readonly settle: (outcome: Outcome<unknown>) => void;
}

/**
 * Threads for work on text that somebody else chose and that may have been made to be slow: the process goes on meanwhile, and what
 * takes too long is ended with its thread. Against: one output or one request that holds up everybody else's. A job that
 * is ended, or whose thread dies, is a refusal; nothing of what it was given comes back.
 */
export class Threads {
  readonly #options: Required<ThreadsOptions>;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Task[] = [];
  readonly #hurries = new Map<Task, NodeJS.Timeout>();
  #hurryMs: number | undefined;
  #isAhead = false;
  #isClosed = false;

  constructor({ size, allowanceMs = allowanceOf, memoryMb = MEMORY_MB }: ThreadsOptions) {
    this.#options = { size, allowanceMs, memoryMb };
  }

  /** Has all of them ready before there is anything to do, and again whenever one of them ended. */
  startAhead(): void {
    this.#isAhead = true;
    while (this.#threads.size < this.#options.size) this.#start();
  }

  /** `bytes`: how much there is to read, as far as that is known without reading it. */
  run<N extends JobName>(name: N, bytes: number, ...args: Parameters<Jobs[N]>): Promise<Outcome<ReturnType<Jobs[N]>>> {
    if (this.#isClosed) return Promise.resolve(ENDED);
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    const task: Task = {
      ...{ name, args, bytes },
      settle: (outcome) => {
        clearTimeout(this.#hurries.get(task));
        this.#hurries.delete(task);
        resolve(outcome);
      },
    };
    this.#waiting.push(task);
    this.#hurry(task);
    this.#assign();
    return promise as Promise<Outcome<ReturnType<Jobs[N]>>>;
  }

  /** The process is to end: whatever is under way, waits or comes from now on has so long, its waiting included. */
  hasten(withinMs: number): void {
    this.#hurryMs = withinMs;
    for (const thread of this.#threads) if (thread.task) this.#hurry(thread.task);
    for (const task of this.#waiting) this.#hurry(task);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle(ENDED);
    await Promise.all([...this.#threads].map((thread) => thread.end(ENDED)));
  }

  #hurry(task: Task): void {
    if (this.#hurryMs === undefined || this.#hurries.has(task)) return;
    this.#hurries.set(
      task,
      setTimeout(() => this.#giveUp(task), this.#hurryMs),
    );
  }

  #giveUp(task: Task): void {
    const place = this.#waiting.indexOf(task);
    if (place >= 0) this.#waiting.splice(place, 1);
    const thread = [...this.#threads].find((one) => one.task === task);
    if (thread) void thread.end(TOO_SLOW);
    else task.settle(TOO_SLOW);
  }

  /** In the order in which they came; but the long ones leave a thread to the short, which would wait for seconds otherwise. */
  #assign(): void {
    const longMax = Math.max(1, this.#options.size - 1);
    for (const task of [...this.#waiting]) {
      const long = [...this.#threads].filter((one) => one.task && one.task.bytes > SHORT);
      if (task.bytes > SHORT && long.length >= longMax) continue;
      const idle = [...this.#threads].find((one) => one.isIdle);
      const thread = idle ?? (this.#threads.size < this.#options.size ? this.#start() : undefined);
      if (!thread) return;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      thread.take(task, this.#options.allowanceMs(task.bytes));
    }
  }

  #start(): Thread {
    const thread = new Thread(this.#options.memoryMb, {
      onFree: () => this.#assign(),
      onEnd: (wasReady) => {
        this.#threads.delete(thread);
        if (this.#isClosed) return;
        this.#assign();
        // One that never came up would be followed by others without end.
        if (this.#isAhead && wasReady) this.startAhead();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

const TOO_SLOW = refuse("cleaning_failed", "Reading it took longer than it may.");
const DIED = refuse("cleaning_failed", "Reading it took more memory than it may, or failed.");
const ENDED = refuse("cleaning_failed", "It was not read, for the process ends.");

function allowanceOf(bytes: number): number {
  return ALLOWANCE_MS + (bytes / MIB) * ALLOWANCE_MS_PER_MIB;
}

interface ThreadEvents {
  readonly onFree: () => void;
  readonly onEnd: (wasReady: boolean) => void;
}

class Thread {
  task: Task | undefined;
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #isReady = false;
  #isEnding = false;
  #allowanceMs = 0;
  #timer: NodeJS.Timeout;

  constructor(memoryMb: number, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL("./thread.ts", import.meta.url), {
      name: "airlock-reading",
      // It needs no setting, and so it has no password of one either.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    // What it threw speaks of what it read: nobody is told but that it failed.
    this.#worker.on("error", () => this.#settle(DIED));
    this.#worker.on("messageerror", () => void this.end(DIED));
    this.#worker.on("exit", () => {
      clearTimeout(this.#timer);
      this.#isEnding = true;
      this.#settle(DIED);
      events.onEnd(this.#isReady);
    });
    this.#timer = setTimeout(() => void this.end(DIED), START_MS);
    this.#timer.unref();
    this.#worker.unref();
  }

  get isIdle(): boolean {
    return !this.task && !this.#isEnding;
  }

  /** Its time runs from when the thread is up. */
  take(task: Task, allowanceMs: number): void {
    this.task = task;
    this.#allowanceMs = allowanceMs;
    this.#worker.ref();
    if (this.#isReady) this.#limit();
    try {
      this.#worker.postMessage({ name: task.name, args: task.args } satisfies ToThread);
    } catch {
      void this.end(DIED);
    }
  }

  async end(refusal: Refusal): Promise<void> {
    this.#isEnding = true;
    this.#settle(refusal);
    await this.#worker.terminate();
  }

  #limit(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(TOO_SLOW), this.#allowanceMs);
  }

  #hear(message: FromThread): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      clearTimeout(this.#timer);
      if (this.task) this.#limit();
      return;
    }
    clearTimeout(this.#timer);
    this.#worker.unref();
    this.#settle(message.kind === "done" ? { ok: true, value: message.value } : DIED);
    if (!this.#isEnding) this.#events.onFree();
  }

  #settle(outcome: Outcome<unknown>): void {
    const { task } = this;
    this.task = undefined;
    task?.settle(outcome);
  }
}

import { layoutOf } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded/start.ts";

/** `immediate`: every process of it quits at once and nothing is written down. `killed`: the first process is gone without a word. */
export type Crash = "immediate" | "killed";

const SIGNALS = { immediate: "SIGQUIT", killed: "SIGKILL" } as const;

/** A server of the trial's own, with the settings that ship: what it has acknowledged is on the disk. */
export class CrashingServer {
  readonly #home: string;
  readonly #starts: EmbeddedPostgres[] = [];

  /** Somebody who asks twice to stop ends this process at once: the server must not outlive it. */
  readonly #onExit = () => {
    if (!findPostmaster(layoutOf(this.#home))) return;
    this.crash("immediate");
    // Nothing else can wait while a process ends; and its folder cannot be removed while it writes.
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let waits = 0; waits < 50 && findPostmaster(layoutOf(this.#home)); waits += 1) Atomics.wait(clock, 0, 0, 20);
  };

  private constructor(home: string) {
    this.#home = home;
    // Before its folder is removed, which names the process.
    process.prependListener("exit", this.#onExit);
  }

  static async start(home: string): Promise<CrashingServer> {
    const server = new CrashingServer(home);
    await server.start();
    return server;
  }

  get adminUrl(): string {
    const [first] = this.#starts;
    if (!first) throw new Error("The server was never started.");
    return first.adminUrl;
  }

  /** Starts it again as `npm run up` would, and returns when it answers. */
  async start(): Promise<void> {
    this.#starts.push(await startEmbeddedPostgres({ home: this.#home }));
  }

  crash(way: Crash): void {
    const running = findPostmaster(layoutOf(this.#home));
    if (!running) throw new Error("The server does not run.");
    process.kill(running.identity.pid, SIGNALS[way]);
  }

  async stop(): Promise<void> {
    for (const start of this.#starts) await start.stop();
    process.off("exit", this.#onExit);
  }
}

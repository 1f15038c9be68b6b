import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("./worker-process.ts", import.meta.url));

interface FleetOptions {
  readonly url: string;
  readonly home: string;
  readonly size: number;
  readonly slots: number;
  readonly leaseSeconds: number;
}

/** `group`: the dispatcher and whatever shares its process group, as a terminal or a supervisor kills. */
export type Way = "alone" | "group";

/** A dispatcher that was killed. `pid` is in the name that it gave the database. */
export interface Killed {
  readonly pid: number;
  readonly at: number;
  readonly way: Way;
}

/** Several dispatchers, each a process of its own; for every one that is killed the next one starts. */
export class WorkerFleet {
  readonly #options: FleetOptions;
  readonly #members = new Map<number, ChildProcess>();
  readonly #starting = new Set<Promise<void>>();
  #fault: Error | undefined;

  private constructor(options: FleetOptions) {
    this.#options = options;
  }

  static async start(options: FleetOptions): Promise<WorkerFleet> {
    const fleet = new WorkerFleet(options);
    await Promise.all(Array.from({ length: options.size }, () => fleet.#add()));
    return fleet;
  }

  /** Those that work at this moment. */
  get pids(): number[] {
    return [...this.#members.keys()];
  }

  async kill(pid: number, way: Way): Promise<Killed> {
    const member = this.#members.get(pid);
    if (!member) throw new Error(`Process ${pid} is not of this fleet.`);
    const at = Date.now();
    process.kill(way === "group" ? -pid : pid, "SIGKILL");
    this.#members.delete(pid);
    const next = this.#add()
      .catch((error: Error) => {
        this.#fault ??= error;
      })
      .finally(() => this.#starting.delete(next));
    this.#starting.add(next);
    await gone(member);
    return { pid, at, way };
  }

  /** Resolves when at least so many work; throws when one that was to follow did not start. */
  async atWork(members: number): Promise<void> {
    for (;;) {
      if (this.#fault) throw this.#fault;
      if (this.#members.size >= members) return;
      if (this.#starting.size === 0) throw new Error(`Only ${this.#members.size} dispatchers are left.`);
      await Promise.race(this.#starting);
    }
  }

  /** Lets what runs end. */
  async stop(): Promise<void> {
    await Promise.all(this.#starting);
    const members = [...this.#members.values()];
    this.#members.clear();
    for (const member of members) if (member.connected) member.disconnect();
    await Promise.all(members.map(gone));
  }

  async #add(): Promise<void> {
    const { url, home, slots, leaseSeconds } = this.#options;
    const child = fork(ENTRY, [home, `${slots}`, `${leaseSeconds}`], {
      // Not an argument: every user of the machine may read those.
      env: { ...process.env, AIRLOCK_DB_WORKER_URL: url },
      // A group of its own, so that killing the group spares the trial.
      detached: true,
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [sandbox] = (await Promise.race([once(child, "message"), failed(child)])) as [string];
    if (sandbox === "deny-all") throw new Error("These trials need a working bubblewrap.");
    this.#members.set(child.pid ?? 0, child);
  }
}

async function failed(child: ChildProcess): Promise<never> {
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  throw new Error(`A dispatcher did not start: it ended with ${signal ?? code}.`);
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

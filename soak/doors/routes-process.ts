import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const SCRIPT = join(import.meta.dirname, "serve-routes.ts");

interface Door {
  readonly databaseUrl: string;
  /** What results are sealed to that agents bring. */
  readonly sealingKey: string;
}

/** The agents' door in a process of its own, at an address that outlives it. */
export class RoutesProcess {
  readonly #door: Door;
  #child: ChildProcess;
  #port: number;

  private constructor(door: Door, child: ChildProcess, port: number) {
    this.#door = door;
    this.#child = child;
    this.#port = port;
  }

  static async start(door: Door): Promise<RoutesProcess> {
    const { child, port } = await launch(door, 0);
    return new RoutesProcess(door, child, port);
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Killed without a word, and started again where it was. */
  async crash(): Promise<void> {
    await end(this.#child);
    ({ child: this.#child, port: this.#port } = await launch(this.#door, this.#port));
  }

  stop(): Promise<void> {
    return end(this.#child);
  }
}

async function launch({ databaseUrl, sealingKey }: Door, port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...process.env,
      AIRLOCK_DB_GATEWAY_URL: databaseUrl,
      AIRLOCK_OUTPUTS_PUBLIC_KEY: sealingKey,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await Promise.race([once(lines, "line"), once(child, "exit").then(() => ["exited"])])) as [string];
  const found = /^ready (\d+)$/.exec(line);
  if (!found) throw new Error(`The routes did not start: ${line}`);
  return { child, port: Number(found[1]) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}

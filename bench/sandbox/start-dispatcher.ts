import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepOutputKey, outputKeyFile } from "#lib/outputs/output-keys.ts";
import type { Lifecycle } from "#lib/policy/vocabulary.ts";

const ENTRY = fileURLToPath(new URL("../../scripts/worker/main.ts", import.meta.url));

/** A dispatcher as `npm run worker` starts it, in a process of its own. */
export interface Dispatcher {
  /** Memory of the dispatcher and of the process that starts its sandboxes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

export async function startDispatcher(url: string, home: string, lifecycle: Lifecycle): Promise<Dispatcher> {
  const sandboxing = join(home, `${lifecycle}.yaml`);
  writeFileSync(sandboxing, `sandboxing:\n  lifecycle:\n    strategy: ${lifecycle}\n`);
  keepOutputKey(outputKeyFile(home));
  const child = fork(ENTRY, [], {
    // Nothing of this process's settings: what is measured is a dispatcher with its defaults.
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      ...{ AIRLOCK_DB_WORKER_URL: url, AIRLOCK_HOME: home, AIRLOCK_SANDBOXING: sandboxing },
    },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const failed = ended.then(([code, signal]) => {
    throw new Error(`The dispatcher did not start: it ended with ${signal ?? code}.`);
  });
  await Promise.race([once(child, "message"), failed]);
  failed.catch(() => {});
  const pid = child.pid ?? 0;
  return {
    residentBytes: () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentBytes(each), 0),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Of the dispatcher: the spawner alone, for every sandbox is started by that one. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && fieldOf(name, "PPid") === pid)
    .map(Number);
}

function residentBytes(pid: number): number {
  return fieldOf(`${pid}`, "VmRSS") * 1024;
}

/** Nothing where it has just ended. */
function fieldOf(pid: string, field: string): number {
  try {
    const value = new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(value ?? 0);
  } catch {
    return 0;
  }
}

import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identifyProcess, type ProcessIdentity } from "#lib/environment/process-identity.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { endProcessGroup } from "./end-process.ts";

export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
}

export interface Supervised {
  readonly name: string;
  readonly deaths: number;
  readonly isReady: boolean;
  stop(): Promise<void>;
}

interface Watchers {
  /** A child was started, or is gone; for the record of who runs. */
  onChange(name: string, identity: ProcessIdentity | undefined): void;
  onDeath(name: string, how: string, retryInMs: number): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A child that lived this long was well: its next death is a new trouble, not more of the old one. */
const WELL_AFTER_MS = 60_000;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
const LONGEST_LINE = 2_000;

/** Keeps one child running: started again after it dies, with growing pauses, until stopped. */
export function supervise(spec: ChildSpec, watchers: Watchers): Supervised {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let deaths = 0;
  let isReady = false;

  async function keepRunning(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const startedAt = Date.now();
      child = launch(spec);
      child.on("message", (message) => {
        if (message === "ready") isReady = true;
      });
      watchers.onChange(spec.name, child.pid === undefined ? undefined : identifyProcess(child.pid));
      const how = await death(child);
      isReady = false;
      watchers.onChange(spec.name, undefined);
      if (stopping.signal.aborted) return;
      deaths += 1;
      if (Date.now() - startedAt > WELL_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      watchers.onDeath(spec.name, how, pauseMs);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = keepRunning();
  return {
    name: spec.name,
    get deaths() {
      return deaths;
    },
    get isReady() {
      return isReady;
    },
    async stop() {
      stopping.abort();
      const identity = child?.pid === undefined ? undefined : identifyProcess(child.pid);
      if (identity) await endProcessGroup(identity);
      await running;
    },
  };
}

/** The end of a child's log, for a person who has to find out why it died. It may repeat what others sent, so nothing of it speaks to the terminal. */
export function tailOf(log: string, lines = 15): string {
  try {
    const last = readFileSync(log, "utf8").trim().split("\n").slice(-lines);
    return last.map((line) => plainText(line, LONGEST_LINE)).join("\n");
  } catch {
    return "";
  }
}

function launch({ command, args, cwd, env, log }: ChildSpec): ChildProcess {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES) renameSync(log, `${log}.1`);
  const file = openSync(log, "a", 0o600);
  const stdio: StdioOptions = ["ignore", file, file, "ipc"];
  try {
    // A group of its own: Ctrl-C reaches only us, and we stop things in their order.
    return spawn(command, args, { cwd, env, stdio, detached: true });
  } finally {
    closeSync(file);
  }
}

function death(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
  });
}

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GROUPS_AHEAD } from "#lib/sandbox/spawner/group-stock.ts";
import { SPAWNER_MARK } from "#lib/sandbox/spawner/spawner-program.ts";

/** What a call may leave behind on the host; for tests and trials that count it. */

function processNumbers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It has ended meanwhile, or is not ours to look at.
    return "";
  }
}

/** Living processes that carry the mark, or that belong to this user: what has changed its command line has not changed that. */
export function survivors(mark: string, user: number | null = null): number[] {
  return processNumbers().filter((pid) => {
    if (pid === process.pid) return false;
    if (read(`/proc/${pid}/cmdline`).includes(mark)) return true;
    if (user === null) return false;
    const status = read(`/proc/${pid}/status`);
    return Number(/^Uid:\s*(\d+)/m.exec(status)?.[1] ?? -1) === user && !/^State:\s*[ZX]/m.test(status);
  });
}

/** The processes of this one that start sandboxes. */
export function ownSpawners(): number[] {
  return processNumbers().filter(
    (pid) =>
      read(`/proc/${pid}/cmdline`).includes(SPAWNER_MARK) &&
      Number(/^PPid:\s*(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) === process.pid,
  );
}

const ORPHAN_POLLS = 50;
const ORPHAN_PAUSE_MS = 100;

/** Processes in control groups whose spawner is gone. Some are just being ended; those that stay are nobody's. */
export async function lastingOrphans(): Promise<number[]> {
  for (let poll = 0; poll < ORPHAN_POLLS && orphans().length > 0; poll += 1) await sleep(ORPHAN_PAUSE_MS);
  return orphans();
}

function orphans(): number[] {
  return processNumbers().filter((pid) => {
    const owner = /\/airlock-(\d+)\b/.exec(read(`/proc/${pid}/cgroup`))?.[1];
    return owner !== undefined && read(`/proc/${owner}/status`) === "";
  });
}

/** Groups that a call left. Those that wait for one are none: as many as a spawner makes ahead, with nobody in them and no limit set. */
export function groupsOf(spawner: number, directories: readonly string[]): string[] {
  const paths = directories.flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.startsWith(`airlock-${spawner}-`))
      .map((name) => join(directory, name)),
  );
  const names = [...new Set(paths.map((path) => basename(path)))];
  const waiting = names.filter((name) => isWaiting(paths.filter((path) => basename(path) === name)));
  return paths.filter((path) => !waiting.slice(0, GROUPS_AHEAD).includes(basename(path)));
}

function isWaiting(paths: readonly string[]): boolean {
  const said = (file: string): string => paths.map((path) => read(join(path, file))).join("");
  return said("pids.max") === "max\n" && said("cgroup.procs") === "";
}

/** Open descriptors, but for the stock of pipes, which is refilled in batches. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return !/airlock-pipes-/.test(readlinkSync(`/proc/${pid}/fd/${name}`));
    } catch {
      return false;
    }
  }).length;
}

export function memoryMbOf(pid: number): number {
  return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** Mounts that this process sees, a line each. A sandbox mounts in a namespace of its own, so none comes of a call. */
export function mounts(): string[] {
  return read("/proc/self/mountinfo").split("\n");
}

import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf, identifyProcess, type ProcessIdentity } from "#lib/environment/process-identity.ts";
import { type Layout, socketPathIn } from "./layout.ts";

/** A live server on our data folder. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly socketDirectory: string;
  readonly status: string;
}

/** What the server writes into postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export function parsePostmasterFile(
  text: string,
): { pid: number; socketDirectory: string; status: string } | undefined {
  const [pid, , , , socketDirectory, , , status] = text.split("\n").map((line) => line.trim());
  if (!pid || !/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), socketDirectory: socketDirectory ?? "", status: status ?? "" };
}

/** The server that runs on this data folder, if its pid still belongs to one: pids are given out again. */
export function findPostmaster(layout: Layout): Postmaster | undefined {
  const file = readPostmasterFile(layout);
  const identity = file && identifyProcess(file.pid);
  if (!file || !identity || !commandLineOf(file.pid).includes(layout.data)) return undefined;
  return { identity, socketDirectory: file.socketDirectory || layout.socketDirectory, status: file.status };
}

/**
 * Clears what a killed server left, where the next one would trip over it. A pid that nobody has is left to the server, which
 * also checks for shared memory in use. One that a stranger or a zombie has would be taken for a living server for ever: then
 * the files go, but only once no process of the old server works in the data folder any more.
 */
export function clearLeftovers(layout: Layout): void {
  if (findPostmaster(layout) || processesIn(layout.data) > 0) return;
  const file = readPostmasterFile(layout);
  if (file && hasPid(file.pid)) rmSync(join(layout.data, "postmaster.pid"), { force: true });
  const socket = socketPathIn(layout.socketDirectory);
  for (const path of [socket, `${socket}.lock`]) rmSync(path, { force: true });
}

function readPostmasterFile(layout: Layout): ReturnType<typeof parsePostmasterFile> {
  try {
    return parsePostmasterFile(readFileSync(join(layout.data, "postmaster.pid"), "utf8"));
  } catch {
    return undefined;
  }
}

function hasPid(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Every process of a server works in its data folder. Where that cannot be listed, leave the judgement to the server. */
function processesIn(folder: string): number {
  if (process.platform !== "linux") return 1;
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  }).length;
}

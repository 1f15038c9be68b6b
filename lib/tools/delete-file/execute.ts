import { constants, type FileHandle, lstat, open, readdir, rmdir, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { codeOf, failure } from "../failures/failure.ts";
import { inJail, isRoot } from "../file-access/jail.ts";
import { openFolder, renamed, within } from "../file-access/open-folder.ts";
import { walkFolder } from "../file-access/walk-folder.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_MAX_ENTRIES = 1000;
/** Deeper than any tree that people make, and fewer descriptors than a process may have. */
const DEPTH_MAX = 100;
const O_PATH = 0x200000;

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const path = inJail(call.path);
  if (isRoot(path)) throw failure("root_refused", `${path} is a root of the agent and cannot be deleted.`);
  const parent = await openFolder(dirname(path));
  const name = basename(path);
  const step = within(parent, name);
  try {
    const status = await lstat(step);
    if (!status.isDirectory()) {
      await unlink(step);
      return { path, kind: status.isFile() ? "file" : status.isSymbolicLink() ? "link" : "other", entries: 1 };
    }
    const entries = call.recursive === true ? await empty(step, path, call.maxEntries ?? DEFAULT_MAX_ENTRIES) : 0;
    await rmdir(step);
    return { path, kind: "folder", entries: entries + 1 };
  } catch (error) {
    if (codeOf(error) === "ENOTEMPTY") {
      throw failure("not_empty", `${path} is not empty; say recursive to delete what is in it.`);
    }
    throw codeOf(error)?.startsWith("E") ? renamed(error as NodeJS.ErrnoException, step, path) : error;
  } finally {
    await parent.close();
  }
};

/** Counted first: a bound that is found to be passed half-way would leave half a folder. */
async function empty(step: string, path: string, maxEntries: number): Promise<number> {
  const folder = await enter(step);
  try {
    // The folder itself is one of them.
    const walk = walkFolder(folder, { depth: DEPTH_MAX, hidden: true, visits: maxEntries - 1 });
    let counted = 0;
    let next = await walk.next();
    for (; !next.done; next = await walk.next()) counted += 1;
    if (!next.value) {
      throw failure(
        "too_many_entries",
        `${path} holds more than ${maxEntries} files and folders; nothing was deleted.`,
      );
    }
    const budget = { left: maxEntries };
    await emptyFolder(folder, path, budget, DEPTH_MAX);
    return counted;
  } finally {
    await folder.close();
  }
}

async function emptyFolder(folder: FileHandle, path: string, budget: { left: number }, depth: number): Promise<void> {
  for (const name of await readdir(`/proc/self/fd/${folder.fd}`)) {
    // Somebody adds to it while it is emptied.
    if (budget.left === 0 || depth === 0) throw failure("too_many_entries", `${path} grew while it was deleted.`);
    budget.left -= 1;
    const step = within(folder, name);
    if (!(await lstat(step)).isDirectory()) {
      await unlink(step);
      continue;
    }
    const inner = await enter(step);
    try {
      await emptyFolder(inner, path, budget, depth - 1);
    } finally {
      await inner.close();
    }
    await rmdir(step);
  }
}

function enter(step: string): Promise<FileHandle> {
  return open(step, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

import { constants, type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { within } from "./open-folder.ts";

/**
 * What is below a folder, in a stable order and within bounds, by descriptors and through no link: each folder is entered
 * from the one above it, so one that is swapped for a link while we look is not followed.
 */
export interface WalkOptions {
  /** 1: what is directly in the folder. */
  readonly depth: number;
  readonly hidden: boolean;
  /** Names looked at, whether or not they are wanted: a folder of a million files is not read to its end. */
  readonly visits: number;
}

export interface WalkedEntry {
  /** Below the folder that was asked for. */
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number;
  /** The folder that it is in; open until the walk goes on. */
  readonly parent: FileHandle;
}

/** Names that are looked at in one folder at most before they are put in order. */
const NAMES_MAX = 50_000;
const O_PATH = 0x200000;

/** Returns whether everything was seen. */
export async function* walkFolder(folder: FileHandle, options: WalkOptions): AsyncGenerator<WalkedEntry, boolean> {
  const budget = { left: options.visits };
  return yield* walk(folder, "", options.depth, options.hidden, budget);
}

async function* walk(
  folder: FileHandle,
  above: string,
  depth: number,
  hidden: boolean,
  budget: { left: number },
): AsyncGenerator<WalkedEntry, boolean> {
  const names = (await readdir(`/proc/self/fd/${folder.fd}`)).filter((name) => hidden || !name.startsWith("."));
  if (names.length > NAMES_MAX) return false;
  names.sort((a, b) => (a < b ? -1 : 1));
  let isWhole = true;
  for (const name of names) {
    if (budget.left === 0) return false;
    budget.left -= 1;
    const status = await lstat(within(folder, name)).catch(() => undefined);
    // Gone since it was listed.
    if (!status) continue;
    const kind = status.isFile()
      ? "file"
      : status.isDirectory()
        ? "folder"
        : status.isSymbolicLink()
          ? "link"
          : "other";
    const path = above === "" ? name : `${above}/${name}`;
    yield { path, name, kind, bytes: status.size, parent: folder };
    if (kind !== "folder" || depth <= 1) continue;
    const inner = await enter(folder, name);
    if (!inner) {
      isWhole = false;
      continue;
    }
    try {
      isWhole = (yield* walk(inner, path, depth - 1, hidden, budget)) && isWhole;
    } finally {
      await inner.close();
    }
  }
  return isWhole;
}

/** Nothing where it is no folder any more, or one that this user may not enter. */
async function enter(folder: FileHandle, name: string): Promise<FileHandle | undefined> {
  return open(within(folder, name), O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => undefined);
}

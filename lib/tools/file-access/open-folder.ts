import { constants, type FileHandle, lstat, open } from "node:fs/promises";
import { resolve } from "node:path";

/**
 * Opens a folder one component at a time and follows no link on the way. A link that an earlier call left in the
 * workspace (`out -> /project/hooks`) would otherwise take a path that a person approved to somewhere else. What was
 * opened is then used by its descriptor, so a folder swapped for a link a moment later changes nothing.
 */

/** Not among Node's constants; the same number on x64 and arm64. Needs no right to list the folder. */
const O_PATH = 0x200000;
export const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Called for a part of the path that is not there. It comes from outside, so that a tool which only reads has no code that makes. */
export type MakeFolder = (step: string, path: string) => Promise<void>;

export async function openFolder(path: string, make?: MakeFolder): Promise<FileHandle> {
  let folder = await open("/", FOLDER);
  const parts = resolve(path)
    .split("/")
    .filter((part) => part !== "");
  for (const [index, part] of parts.entries()) {
    const above = folder;
    folder = await enter(within(above, part), `/${parts.slice(0, index + 1).join("/")}`, make).finally(() =>
      above.close(),
    );
  }
  return folder;
}

/** The way to a name in an open folder, wherever that folder has been moved to. */
export function within(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

/** The same error about the path that was asked for, instead of a descriptor that says nothing to anybody. */
export function renamed(error: NodeJS.ErrnoException, step: string, path: string): Error {
  return Object.assign(new Error(error.message.replaceAll(step, path)), { code: error.code });
}

export async function enter(step: string, path: string, make: MakeFolder | undefined): Promise<FileHandle> {
  try {
    return await open(step, FOLDER);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === "ENOENT" && make) {
      await make(step, path);
      return enter(step, path, undefined);
    }
    if (failure.code !== "ENOTDIR" && failure.code !== "ELOOP") throw renamed(failure, step, path);
    const status = await lstat(step);
    throw new Error(
      status.isSymbolicLink() ? `${path} is a link, and no path may lead through one.` : `${path} is not a directory.`,
    );
  }
}

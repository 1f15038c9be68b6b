import { constants, type FileHandle, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { openFolder, renamed, within } from "./open-folder.ts";

/** A file to read: through no link, on the way or at the end; and without waiting, should it be a pipe that nobody writes to. */
export async function openFile(path: string): Promise<FileHandle> {
  const folder = await openFolder(dirname(path));
  try {
    return await openFileIn(folder, basename(path), path);
  } finally {
    await folder.close();
  }
}

/** The same in a folder that is open already; `path` is what errors call it. */
export async function openFileIn(folder: FileHandle, name: string, path: string): Promise<FileHandle> {
  const step = within(folder, name);
  try {
    return await open(step, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw renamed(error as NodeJS.ErrnoException, step, path);
  }
}

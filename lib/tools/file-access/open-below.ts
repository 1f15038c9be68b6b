import { type FileHandle, open } from "node:fs/promises";
import { enter, FOLDER, type MakeFolder, within } from "./open-folder.ts";

/** A folder below one that is open, wherever that one has been moved to; like `openFolder` through no link. */
export async function openBelow(top: FileHandle, path: string, make?: MakeFolder): Promise<FileHandle> {
  let folder = await open(within(top, "."), FOLDER);
  for (const part of path.split("/").filter((name) => name !== "" && name !== ".")) {
    const above = folder;
    folder = await enter(within(above, part), path, make).finally(() => above.close());
  }
  return folder;
}

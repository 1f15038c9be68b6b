import type { FileHandle } from "node:fs/promises";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { failure } from "../failures/failure.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openBelow } from "../file-access/open-below.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { walkWhole } from "../file-access/walk-whole.ts";
import { lockFile } from "../git/lock-file.ts";

/** Puts what git made in a private place into the draft's `.git`, through no link: the last step, when git has ended. */
export async function putState(gitDir: string, draft: FileHandle): Promise<void> {
  const otherwise = failure("too_large", "The repository has too many branches.");
  const made = await openFolder(gitDir);
  try {
    for await (const { kind, path } of walkWhole(made, { depth: Infinity, visits: Infinity, otherwise })) {
      const target = await openBelow(draft, kind === "folder" ? path : dirname(path), makeFolder);
      try {
        if (kind !== "file") continue;
        const lock = await lockFile(target, basename(path));
        // With its time: files of the draft that are changed later look older than a younger index.
        const { mtimeMs } = await stat(`${gitDir}/${path}`);
        await lock.commit(await readFile(`${gitDir}/${path}`), Math.floor(mtimeMs)).finally(() => lock.release());
      } finally {
        await target.close();
      }
    }
  } finally {
    await made.close();
  }
}

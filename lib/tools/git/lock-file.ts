import { constants, type FileHandle, open, rename, rm } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { renamed, within } from "../file-access/open-folder.ts";

/** A file that is about to be replaced, locked as git locks it: by the name that its next content is written under. */
export interface Lock {
  /** The content becomes the file's; the lock is gone with that. */
  commit(content: Uint8Array, mtimeMs?: number): Promise<void>;
  /** Takes the lock away, unless it became the file. */
  release(): Promise<void>;
}

export async function lockFile(folder: FileHandle, name: string): Promise<Lock> {
  const [draft, final] = [within(folder, `${name}.lock`), within(folder, name)];
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw failure("git_failed", renamed(error, draft, `${name}.lock`).message);
      throw failure(
        "git_failed",
        `${name}.lock is there: another git is at work in this repository, or one was killed.`,
      );
    },
  );
  let isHeld = true;
  return {
    async commit(content, mtimeMs) {
      await file.writeFile(content);
      if (mtimeMs !== undefined) await file.utimes(mtimeMs / 1000, mtimeMs / 1000);
      await file.sync();
      await rename(draft, final);
      isHeld = false;
    },
    async release() {
      await file.close();
      if (isHeld) await rm(draft, { force: true });
    },
  };
}

import { createHash } from "node:crypto";
import { constants, type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { renamed, within } from "./open-folder.ts";

export interface Replacement {
  /** The open folder, the name in it, and the path that errors speak of. */
  readonly folder: FileHandle;
  readonly name: string;
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly idempotencyKey: string;
  /** What the content was made from; another file in its place by now is refused. */
  readonly madeFrom?: FileState;
}

export interface FileState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Puts the content where the file stands, whole or not at all, with the mode that it had; says whether there was one before. */
export async function replaceFile({ folder, name, path, content, ...call }: Replacement): Promise<boolean> {
  const final = within(folder, name);
  const before = await existing(final, path);
  // Named after the call, so that a second try of the same call cleans up what a killed first one left.
  const draft = within(folder, draftName(call.idempotencyKey));
  await rm(draft, { force: true });
  try {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    try {
      // Set, not only asked for at opening: the process's umask would take bits away.
      if (before) await file.chmod(before.mode & 0o777);
      await file.writeFile(content, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    if (call.madeFrom) refuseChanged(call.madeFrom, await existing(final, path), path);
    await rename(draft, final);
  } catch (error) {
    await rm(draft, { force: true });
    throw renamed(error as NodeJS.ErrnoException, draft, path);
  }
  return before !== undefined;
}

export function draftName(idempotencyKey: string): string {
  return `.airlock-${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}.tmp`;
}

/** The regular file that stands there, if any. Renaming onto a link would quietly replace the link, so it is refused. */
async function existing(step: string, path: string): Promise<(FileState & { mode: number }) | undefined> {
  const status = await lstat(step).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw renamed(error, step, path);
  });
  if (status && !status.isFile()) throw failure("not_a_file", `${path} is not a regular file.`);
  return status;
}

function refuseChanged(before: FileState, now: FileState | undefined, path: string): void {
  if (now?.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs) return;
  throw failure("changed_meanwhile", `${path} was changed while it was edited; read it again.`);
}

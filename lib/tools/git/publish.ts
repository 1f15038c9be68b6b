import { randomUUID } from "node:crypto";
import { constants, type FileHandle, lstat, open, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { failure } from "../failures/failure.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openBelow } from "../file-access/open-below.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { walkWhole } from "../file-access/walk-whole.ts";
import { type Lock, lockFile } from "./lock-file.ts";
import { type Change, changesOf, isSame, readState, type State } from "./state.ts";

/**
 * Brings what git changed in its copy back to the repository: by descriptors and through no link, so that one which another
 * call put there meanwhile leads nowhere, and only where the repository still is what was copied.
 */
export interface Publication {
  /** The repository's own folder, and the copy. */
  readonly folder: FileHandle;
  readonly gitDir: string;
  readonly before: State;
  /** Locks that are held already, by path. */
  readonly held: ReadonlyMap<string, Lock>;
}

interface Target extends Change {
  readonly folder: FileHandle;
  readonly lock: Lock;
}

export async function publish({ folder, gitDir, before, held }: Publication): Promise<void> {
  const changes = changesOf(before, await readState(gitDir));
  const [logs, files] = [changes.filter(isLog), changes.filter((change) => !isLog(change))];
  const targets: Target[] = [];
  try {
    for (const change of files) targets.push(await lockTarget(folder, change, held));
    // A branch may also be moved by packing it, or by what names it.
    await refuseChanged(folder, before, ["HEAD", "packed-refs", ...files.map(({ path }) => path)]);
    await publishObjects(folder, `${gitDir}/objects`);
    for (const target of targets) await put(target, gitDir);
    for (const log of logs) await publishLog(folder, log);
  } finally {
    for (const { path, lock, folder: inner } of targets) {
      if (!held.has(path)) await lock.release();
      await inner.close();
    }
  }
  for (const { path } of changes.filter(({ after }) => after === undefined)) await tidy(folder, dirname(path));
}

function isLog({ path }: Change): boolean {
  return path.startsWith("logs/");
}

async function lockTarget(top: FileHandle, change: Change, held: Publication["held"]): Promise<Target> {
  const folder = await openBelow(top, dirname(change.path), makeFolder);
  try {
    const name = basename(change.path);
    // An empty folder is what is left of branches below this name; any other stays.
    if (change.before === undefined) await rmdir(within(folder, name)).catch(() => undefined);
    return { ...change, folder, lock: held.get(change.path) ?? (await lockFile(folder, name)) };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function refuseChanged(top: FileHandle, before: State, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (isSame(await contentOf(top, path), before.get(path))) continue;
    throw failure("git_failed", `${path} of the repository was changed meanwhile; nothing was written to it.`);
  }
}

async function contentOf(top: FileHandle, path: string): Promise<Buffer | undefined> {
  const folder = await openBelow(top, dirname(path));
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = await open(within(folder, basename(path)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    return await file.readFile().finally(() => file.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw failure("git_failed", `${path} of the repository is no file: ${(error as Error).message}`);
  } finally {
    await folder.close();
  }
}

async function put({ path, after, folder, lock }: Target, gitDir: string): Promise<void> {
  if (after === undefined) return rm(within(folder, basename(path)));
  // A time that is too late would hide files which were changed right after the index was written.
  await lock.commit(after, path === "index" ? Math.floor((await stat(`${gitDir}/index`)).mtimeMs) : undefined);
}

/** Objects are named after what is in them: one that is there already is the same. */
async function publishObjects(top: FileHandle, from: string): Promise<void> {
  const made = await openFolder(from);
  try {
    const otherwise = failure("too_many_files", "Too many objects for one change.");
    for await (const { kind, path } of walkWhole(made, { depth: Infinity, visits: Infinity, otherwise })) {
      if (kind !== "file") continue;
      const folder = await openBelow(top, `objects/${dirname(path)}`, makeFolder);
      try {
        await putObject(folder, basename(path), await readFile(`${from}/${path}`));
      } finally {
        await folder.close();
      }
    }
  } finally {
    await made.close();
  }
}

async function putObject(folder: FileHandle, name: string, content: Buffer): Promise<void> {
  const [draft, final] = [within(folder, `tmp_obj_${randomUUID()}`), within(folder, name)];
  if (await lstat(final).catch(() => undefined)) return;
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o444);
  try {
    await file.writeFile(content).finally(() => file.close());
    await rename(draft, final);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A log only grows; what git added to the copy's is added to the repository's. */
async function publishLog(top: FileHandle, { path, before, after }: Change): Promise<void> {
  const folder = await openBelow(top, dirname(path), makeFolder);
  try {
    const step = within(folder, basename(path));
    if (after === undefined) return await rm(step, { force: true });
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = await open(step, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644);
    await file.writeFile(after.subarray(before?.length ?? 0)).finally(() => file.close());
  } finally {
    await folder.close();
  }
}

/** Folders that held nothing but a branch that is gone, up to `refs/heads`. */
async function tidy(top: FileHandle, path: string): Promise<void> {
  if (path.replace(/^logs\//, "").split("/").length <= 2) return;
  const folder = await openBelow(top, dirname(path)).catch(() => undefined);
  if (!folder) return;
  const isGone = await rmdir(within(folder, basename(path))).then(
    () => true,
    () => false,
  );
  await folder.close();
  if (isGone) await tidy(top, dirname(path));
}

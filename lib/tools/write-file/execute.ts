import { createHash } from "node:crypto";
import { constants, type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { openFolder, renamed, within } from "../file-access/open-folder.ts";
import type { input, output } from "./contract.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * What the cleaner leaves where it took something out, `⟦credential: github #1⟧` or `⟦cut: 1234 characters⟧`, with or
 * without the call's nonce. Such a mark in new content means that the writer works from a cleaned copy, and that saving
 * it would replace the real thing with our mark.
 */
const CLEANER_MARK = /⟦(?:credential: [a-z0-9-]{2,24} #\d{1,7}|cut: \d{1,12} characters)(?: [a-zA-Z0-9]{1,32})?⟧/;

export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  if (CLEANER_MARK.test(call.content)) {
    throw new Error("The content holds a mark (⟦…⟧) in place of something removed; write the original text.");
  }
  const target = resolve(call.path);
  const folder = await openFolder(dirname(target), call.createDirectories === true ? makeFolder : undefined);
  try {
    const replaced = await replace(folder, target, call.content, idempotencyKey);
    return { path: target, bytes: Buffer.byteLength(call.content, "utf8"), replaced };
  } finally {
    await folder.close();
  }
};

/** Puts the content where the target stands, whole or not at all; says whether there was a file before. */
async function replace(folder: FileHandle, target: string, content: string, key: string): Promise<boolean> {
  const final = within(folder, basename(target));
  const before = await existing(final, target);
  // Named after the call, so that a second try of the same call cleans up what a killed first one left.
  const draft = within(folder, `.airlock-${createHash("sha256").update(key).digest("hex").slice(0, 32)}.tmp`);
  await rm(draft, { force: true });
  try {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    try {
      // Set, not only asked for at opening: the process's umask would take bits away.
      if (before) await file.chmod(before.mode);
      await file.writeFile(content, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, final);
  } catch (error) {
    await rm(draft, { force: true });
    throw renamed(error as NodeJS.ErrnoException, draft, target);
  }
  return before !== undefined;
}

/** The regular file that stands there, if any. Renaming onto a link would quietly replace the link, so it is refused. */
async function existing(step: string, target: string): Promise<{ mode: number } | undefined> {
  const status = await lstat(step).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw renamed(error, step, target);
  });
  if (status && !status.isFile()) throw new Error(`${target} is not a regular file.`);
  return status && { mode: status.mode & 0o777 };
}

import { createHash } from "node:crypto";
import { constants, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import type { input, output } from "./contract.ts";

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
  const folder = dirname(target);
  if (call.createDirectories) await mkdir(folder, { recursive: true });
  const before = await existing(target);
  // Named after the call, so that a second try of the same call cleans up what a killed first one left.
  const draft = join(folder, `.airlock-${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}.tmp`);
  await rm(draft, { force: true });
  try {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    try {
      // Set, not only asked for at opening: the process's umask would take bits away.
      if (before) await file.chmod(before.mode);
      await file.writeFile(call.content, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { path: target, bytes: Buffer.byteLength(call.content, "utf8"), replaced: before !== undefined };
};

/** The regular file that stands there, if any. Renaming onto a link would quietly replace the link, so it is refused. */
async function existing(target: string): Promise<{ mode: number } | undefined> {
  const status = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (status && !status.isFile()) throw new Error(`${target} is not a regular file.`);
  return status && { mode: status.mode & 0o777 };
}

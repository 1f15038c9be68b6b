import { constants, type FileHandle, open } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { openFolder, renamed, within } from "../file-access/open-folder.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_MAX_BYTES = 262_144;

export const execute: Execute<typeof input, typeof output> = async ({ path, maxBytes = DEFAULT_MAX_BYTES }) => {
  const absolute = resolve(path);
  const file = await openFile(absolute);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new Error(`${absolute} is not a regular file.`);
    const { content, truncated } = await readUpTo(file, maxBytes);
    return { path: absolute, bytes: Math.max(status.size, content.length), truncated, ...asText(content, truncated) };
  } finally {
    await file.close();
  }
};

/** Through no link, on the way or at the end; and without waiting, should it be a pipe that nobody writes to. */
async function openFile(path: string): Promise<FileHandle> {
  const folder = await openFolder(dirname(path));
  const step = within(folder, basename(path));
  try {
    return await open(step, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw renamed(error as NodeJS.ErrnoException, step, path);
  } finally {
    await folder.close();
  }
}

/** One byte more than asked for is how we know that there is more; sizes of files that grow or of /proc are no help. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<{ content: Buffer; truncated: boolean }> {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return { content: buffer.subarray(0, Math.min(length, maxBytes)), truncated: length > maxBytes };
}

function asText(content: Buffer, truncated: boolean): { text: string } | { base64: string } {
  if (!content.includes(0)) {
    try {
      // A cut may fall inside a character: streaming leaves its first bytes out instead of calling them wrong.
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      return { text: decoder.decode(content, { stream: truncated }) };
    } catch {
      // Not UTF-8; it goes out as it is.
    }
  }
  return { base64: content.toString("base64") };
}

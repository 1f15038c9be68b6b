import type { FileHandle } from "node:fs/promises";

/** One byte more than asked for is how we know that there is more; sizes of files that grow or of /proc are no help. */
export async function readUpTo(file: FileHandle, maxBytes: number): Promise<{ content: Buffer; truncated: boolean }> {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return { content: buffer.subarray(0, Math.min(length, maxBytes)), truncated: length > maxBytes };
}

import type { Readable } from "node:stream";

export interface Collected {
  bytes(): Buffer;
  isCut(): boolean;
}

/** The head of a stream. The rest is read and dropped, so that the writer is not held up by a pipe that is full. */
export function collect(stream: Readable, maxBytes: number): Collected {
  const chunks: Buffer[] = [];
  let [kept, isCut] = [0, false];
  stream.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, maxBytes - kept);
    if (part.length > 0) chunks.push(part);
    kept += part.length;
    isCut ||= part.length < chunk.length;
  });
  stream.on("error", () => {});
  return { bytes: () => Buffer.concat(chunks), isCut: () => isCut };
}

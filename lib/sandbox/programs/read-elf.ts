/**
 * What a program of the system needs beside itself, from its own headers: the loader that it names, and the libraries.
 * Only 64-bit little-endian ELF, which is all that the machines we know have; of anything else nothing is known.
 */
export interface Needs {
  readonly loader: string | null;
  readonly libraries: readonly string[];
  /** Where it wants them looked for first. `$ORIGIN` is its own directory. */
  readonly searchPath: readonly string[];
}

const SEGMENT = { load: 1, dynamic: 2, interpreter: 3 } as const;
const TAG = { end: 0, needed: 1, stringTable: 5, rpath: 15, runpath: 29 } as const;

/** Part of a file; shorter where the file ends. A program may be a hundred megabytes, of which a few pages are read. */
export type ReadAt = (offset: number, length: number) => Buffer;

const HEADER_BYTES = 64;
const TEXT_MAX = 4096;

export function readElf(read: ReadAt): Needs | null {
  try {
    const header = read(0, HEADER_BYTES);
    if (header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1) return null;
    const segments = readSegments(header, read);
    const interpreter = segments.find(({ type }) => type === SEGMENT.interpreter);
    const tags = readTags(segments, read);
    const table = tags.find(({ tag }) => tag === TAG.stringTable);
    const strings = table ? offsetOf(table.value, segments) : null;
    const texts = (...wanted: number[]): string[] =>
      strings === null
        ? []
        : tags.filter(({ tag }) => wanted.includes(tag)).map(({ value }) => textAt(read, strings + value));
    return {
      loader: interpreter ? textAt(read, interpreter.offset) : null,
      libraries: texts(TAG.needed),
      searchPath: texts(TAG.rpath, TAG.runpath).flatMap((text) => text.split(":").filter((part) => part !== "")),
    };
  } catch (error) {
    // Too short, or headers that lead outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

function readSegments(header: Buffer, read: ReadAt): Segment[] {
  const size = header.readUInt16LE(54);
  const count = header.readUInt16LE(56);
  const table = read(numberAt(header, 32), size * count);
  return Array.from({ length: count }, (_, index) => {
    const at = index * size;
    return {
      type: table.readUInt32LE(at),
      offset: numberAt(table, at + 8),
      address: numberAt(table, at + 16),
      size: numberAt(table, at + 32),
    };
  });
}

function readTags(segments: readonly Segment[], read: ReadAt): { tag: number; value: number }[] {
  const dynamic = segments.find(({ type }) => type === SEGMENT.dynamic);
  if (!dynamic) return [];
  const table = read(dynamic.offset, dynamic.size);
  const tags = Array.from({ length: Math.floor(table.length / 16) }, (_, index) => ({
    tag: numberAt(table, index * 16),
    value: numberAt(table, index * 16 + 8),
  }));
  const end = tags.findIndex(({ tag }) => tag === TAG.end);
  return end === -1 ? tags : tags.slice(0, end);
}

/** Tables are named by where they will be in memory. */
function offsetOf(address: number, segments: readonly Segment[]): number | null {
  const holder = segments.find(
    (segment) =>
      segment.type === SEGMENT.load && address >= segment.address && address < segment.address + segment.size,
  );
  return holder ? address - holder.address + holder.offset : null;
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function textAt(read: ReadAt, at: number): string {
  const bytes = read(at, TEXT_MAX);
  const end = bytes.indexOf(0);
  if (end === -1) throw new RangeError("a text without an end");
  return bytes.toString("utf8", 0, end);
}

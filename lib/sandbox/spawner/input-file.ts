import { chmodSync, closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A tool's stdin as a file that has no name: it ends where the input ends, and it can be opened again as /dev/stdin. A
 * pipe could not: with its writer gone, opening it by name waits for ever. It lies in memory where the machine allows.
 */
export function openInputFile(input: Uint8Array): number {
  const directory = makeDirectory();
  try {
    const name = join(directory, "stdin");
    const writing = openSync(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      for (let written = 0; written < input.length; ) written += writeSync(writing, input, written);
    } finally {
      closeSync(writing);
    }
    // The tool is another user; the directory was ours alone, and in a moment there is no name left.
    chmodSync(name, 0o444);
    return openSync(name, constants.O_RDONLY);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function makeDirectory(): string {
  try {
    return mkdtempSync("/dev/shm/airlock-");
  } catch {
    return mkdtempSync(join(tmpdir(), "airlock-"));
  }
}

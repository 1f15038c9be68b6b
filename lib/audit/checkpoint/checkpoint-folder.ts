/**
 * Checkpoints as files: `checkpoints-000000001.jsonl` and on, a thousand in each, one JSON line `{"note"}` a checkpoint. Append
 * only; a full file never changes again, so that it can be copied to a place where even its owner cannot delete it.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LineTooLong, readLines } from "../lines.ts";
import { type Latest, latestFile } from "./latest.ts";

export const CHECKPOINTS_A_FILE = 1_000;
const FILE = /^checkpoints-(\d{9})\.jsonl$/;

export class CheckpointFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Readies the folder for its one writer: makes it, and cuts off a line that a crash left half written. */
  prepare(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o755 });
    const file = this.files().at(-1);
    if (!file) return;
    const bytes = readFileSync(file);
    const whole = bytes.lastIndexOf("\n") + 1;
    if (whole < bytes.length) truncateSync(file, whole);
  }

  /** How many checkpoints are here, and the last of them. */
  newest(): { count: number; note: string | undefined } {
    const files = this.files();
    for (let index = files.length - 1; index >= 0; index--) {
      const lines = wholeLines(readFileSync(files[index] ?? "", "utf8"));
      const last = lines.at(-1);
      if (last !== undefined) return { count: index * CHECKPOINTS_A_FILE + lines.length, note: noteIn(last) };
    }
    return { count: 0, note: undefined };
  }

  /** Adds the checkpoint with this number, and returns when it would survive a power cut. */
  append(number: number, note: string): void {
    const name = String(number - ((number - 1) % CHECKPOINTS_A_FILE)).padStart(9, "0");
    const file = join(this.path, `checkpoints-${name}.jsonl`);
    const isNew = !existsSync(file);
    writeDurably(file, "a", `${JSON.stringify({ note })}\n`);
    if (isNew) syncFolder(this.path);
  }

  /** The notes with numbers after `after` and up to `upTo`, in order. What cannot be read is given as it stands, for a verifier to refuse. */
  async *read({ after = 0, upTo = Number.POSITIVE_INFINITY } = {}): AsyncGenerator<string> {
    const files = this.files();
    const first = Math.floor(after / CHECKPOINTS_A_FILE);
    for (let number = first * CHECKPOINTS_A_FILE, index = first; index < files.length; index++) {
      try {
        for await (const line of readLines(files[index] ?? "")) {
          number += 1;
          if (number > upTo) return;
          if (number > after) yield noteIn(line);
        }
      } catch (error) {
        if (!(error instanceof LineTooLong)) throw error;
        yield error.message;
        return;
      }
    }
  }

  /** Replaces what a watcher reads. */
  writeLatest(latest: Latest): void {
    const file = latestFile(this.path);
    writeDurably(`${file}.draft`, "w", `${JSON.stringify(latest)}\n`);
    renameSync(`${file}.draft`, file);
  }

  exists(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  private files(): string[] {
    if (!this.exists()) return [];
    const names = readdirSync(this.path).filter((name) => FILE.test(name));
    return names.sort().map((name) => join(this.path, name));
  }
}

/** A last line without its end is one that is being written, or was when the machine stopped: it does not count. */
function wholeLines(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

function noteIn(line: string): string {
  try {
    const { note } = JSON.parse(line) as { note?: unknown };
    return typeof note === "string" ? note : line;
  } catch {
    return line;
  }
}

/** All of it or nothing: half a line, left by a full disk, would spoil the next one. */
function writeDurably(file: string, flags: "a" | "w", text: string): void {
  const descriptor = openSync(file, flags, 0o644);
  const before = fstatSync(descriptor).size;
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, before);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

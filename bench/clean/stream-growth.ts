import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Cleaner } from "#lib/sanitise/cleaner.ts";
import { mixedText } from "./texts.ts";

const CHUNK = 65_536;
const LOOK_EVERY = 64;

const ENTRY = fileURLToPath(import.meta.url);

/**
 * Streams that many characters through the cleaner in a process that does nothing else; by how many megabytes it grew at most. Apart,
 * because an engine lets garbage lie the longer the more a process holds, and the bench's own holds parsers and texts of megabytes.
 */
export async function streamGrowthApart(length: number, signal: AbortSignal): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [ENTRY, String(length)], { signal });
  return Number(stdout);
}

function streamGrowth(length: number): number {
  const text = mixedText(8 * 1024 * 1024);
  const cleaner = new Cleaner();
  let kept = 0;
  // What a process takes anyway is taken by then.
  const settle = 32 * 1024 * 1024;
  let before = 0;
  let most = 0;
  for (let at = 0, turn = 0; at < length; at += CHUNK, turn++) {
    const from = at % (text.length - CHUNK);
    for (const { cleaned } of cleaner.push(text.slice(from, from + CHUNK))) kept += cleaned.length;
    if (turn % LOOK_EVERY !== 0) continue;
    const { rss } = process.memoryUsage();
    if (at <= settle) before = rss;
    most = Math.max(most, rss - before);
  }
  for (const { cleaned } of cleaner.finish()) kept += cleaned.length;
  if (kept < length / 2) throw new Error("Less than half of the text came out.");
  return most / 1e6;
}

if (process.argv[1] === ENTRY) process.stdout.write(String(streamGrowth(Number(process.argv[2]))));

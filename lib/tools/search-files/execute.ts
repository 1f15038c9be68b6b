import type { Execute } from "#lib/registry/tool.ts";
import { decodeText } from "../file-access/decode-text.ts";
import { globMatcher } from "../file-access/glob.ts";
import { inJail } from "../file-access/jail.ts";
import { openFileIn } from "../file-access/open-file.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { readUpTo } from "../file-access/read-up-to.ts";
import { type WalkedEntry, walkFolder } from "../file-access/walk-folder.ts";
import type { input, output } from "./contract.ts";
import { lineFinder } from "./line-finder.ts";

const DEFAULT_MAX_MATCHES = 100;
const DEPTH = 32;
const VISITS = 50_000;
const FILE_BYTES_MAX = 2_097_152;
const TOTAL_BYTES_MAX = 134_217_728;
/** Steps of the matcher; seconds of a processor. */
const WORK = 150_000_000;
const LINE_MAX = 400;
/** Characters shown before a match far out in a long line. */
const LEAD = 100;

type Match = Awaited<ReturnType<typeof execute>>["matches"][number];

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const path = inJail(call.path ?? ".");
  const work = { left: WORK };
  const find = lineFinder({ kind: "literal", ignoreCase: false, ...call }, work);
  const isWanted = call.glob === undefined ? () => true : globMatcher(call.glob);
  const maxMatches = call.maxMatches ?? DEFAULT_MAX_MATCHES;
  const matches: Match[] = [];
  let [filesSearched, filesSkipped, bytesLeft] = [0, 0, TOTAL_BYTES_MAX];
  const folder = await openFolder(path);
  try {
    const walk = walkFolder(folder, { depth: DEPTH, hidden: call.hidden ?? false, visits: VISITS });
    let step = await walk.next();
    for (; !step.done; step = await walk.next()) {
      if (matches.length > maxMatches || bytesLeft <= 0 || work.left <= 0) break;
      if (step.value.kind !== "file" || !isWanted(step.value.path)) continue;
      const text = await textOf(step.value);
      if (text === undefined) filesSkipped += 1;
      else {
        filesSearched += 1;
        bytesLeft -= step.value.bytes;
        matches.push(...matchesIn(text, step.value.path, find, maxMatches + 1 - matches.length));
      }
    }
    const isWhole = step.done === true && step.value && work.left > 0;
    return {
      path,
      matches: matches.slice(0, maxMatches),
      filesSearched,
      filesSkipped,
      truncated: !isWhole || matches.length > maxMatches,
    };
  } finally {
    await folder.close();
  }
};

/** Nothing of what is no text, too large, or not to be opened. */
async function textOf({ parent, name, path, bytes }: WalkedEntry): Promise<string | undefined> {
  if (bytes > FILE_BYTES_MAX) return undefined;
  const file = await openFileIn(parent, name, path).catch(() => undefined);
  if (!file) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { content, truncated } = await readUpTo(file, FILE_BYTES_MAX);
    return truncated ? undefined : decodeText(content, false);
  } finally {
    await file.close();
  }
}

function matchesIn(text: string, path: string, find: (line: string) => number, most: number): Match[] {
  const matches: Match[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    if (matches.length >= most) break;
    const line = written.endsWith("\r") ? written.slice(0, -1) : written;
    const at = find(line);
    if (at >= 0) matches.push({ path, line: index + 1, column: at + 1, text: shown(line, at) });
  }
  return matches;
}

function shown(line: string, at: number): string {
  if (line.length <= LINE_MAX) return line;
  const from = Math.min(Math.max(0, at - LEAD), line.length - LINE_MAX);
  return line.slice(from, from + LINE_MAX).toWellFormed();
}

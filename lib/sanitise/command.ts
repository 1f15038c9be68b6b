import { z } from "zod";
import { refuse } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type CleanOptions, clean } from "./clean.ts";

/**
 * The body of `airlock clean`: text or JSON Lines in, JSON out. Reading and writing are the caller's; a line that cannot be
 * read becomes an error in its place and the run goes on, so that line n of the output always answers line n of the input.
 */

const recordSchema = z.object({ id: z.union([z.string(), z.number(), z.null()]).optional(), text: z.string() });

/** One JSON line for a whole text. */
export function cleanDocument(text: string, options?: CleanOptions): string {
  return JSON.stringify(answer(text, options));
}

/** One JSON line for each line: `{"text":…}` in, `{"cleaned","findings"}` out, an `id` echoed. */
export async function* cleanRecords(
  lines: AsyncIterable<string> | Iterable<string>,
  options?: CleanOptions,
): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.stringify(cleanRecord(line, options));
}

/**
 * The lines of a stream of text, at LF only and without it. Readers that also split at U+2028 or a lone CR would cut a JSON
 * string in two.
 */
export async function* linesOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let held: string[] = [];
  for await (const chunk of chunks) {
    const pieces = chunk.split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      yield [...held, piece].join("");
      held = [];
    }
    if (last !== "") held.push(last);
  }
  if (held.length > 0) yield held.join("");
}

function cleanRecord(line: string, options?: CleanOptions): Record<string, unknown> {
  const value = parse(line);
  const record = recordSchema.safeParse(value);
  if (!record.success) return { ...idOf(value), error: unreadable(value) };
  return { ...idOf(value), ...answer(record.data.text, options) };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The id of a record that has one, whatever else is wrong with it. */
function idOf(value: unknown): { id?: string | number | null } {
  const found = z.object({ id: recordSchema.shape.id.unwrap() }).safeParse(value);
  return found.success ? { id: found.data.id } : {};
}

/** Our own words only: the line itself is untrusted, and so is a parser's message that quotes it. */
function unreadable(value: unknown): { code: string; message: string } {
  const what = value === undefined ? "The line is not JSON." : 'The line is no object with a string in "text".';
  const refusal = refuse("malformed_request", what);
  return { code: refusal.code, message: tellSender(refusal) };
}

function answer(text: string, options?: CleanOptions): Record<string, unknown> {
  const { cleaned, findings, truncated, findingsDropped, blocked } = clean(text, options);
  return {
    cleaned,
    findings,
    ...(truncated ? { truncated } : {}),
    ...(findingsDropped > 0 ? { findingsDropped } : {}),
    ...(blocked.length > 0 ? { blocked } : {}),
  };
}

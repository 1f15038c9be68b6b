import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "postgres";
import type { Cell } from "./rows.ts";

const CHUNK_CHARACTERS = 256 * 1024;

/** Streams rows into a table by COPY. */
export async function copyRows(
  sql: TransactionSql,
  table: string,
  columns: readonly string[],
  rows: Iterable<Cell[]>,
): Promise<void> {
  const into = await sql.unsafe(`copy ${table} (${columns.join(", ")}) from stdin`).writable();
  await pipeline(Readable.from(chunksOf(rows)), into);
}

function* chunksOf(rows: Iterable<Cell[]>): Generator<Buffer> {
  let chunk = "";
  for (const row of rows) {
    chunk += `${row.map(cellText).join("\t")}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk) yield Buffer.from(chunk);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A value in COPY's text form. */
export function cellText(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell === "number") return String(cell);
  return /[\\\t\n\r]/.test(cell) ? cell.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : cell;
}

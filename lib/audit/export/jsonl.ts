import type { AuditEntry } from "../entry.ts";
import type { LogRecord } from "../verify/log-record.ts";
import { EXPORT_FORMAT } from "./export-header.ts";

/** The whole log with its checkpoints, as `airlock audit verify --file` reads it: the exact body, prev and hash of every entry. */
export async function* renderLog(records: AsyncIterable<LogRecord>): AsyncGenerator<string> {
  yield line({ type: "log", format: EXPORT_FORMAT, filtered: false });
  for await (const record of records) yield line(record);
}

/** Some entries, each with its exact body, prev and hash. What lies between them is left out, and the first line says so. */
export async function* renderEntries(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield line({ type: "log", format: EXPORT_FORMAT, filtered: true });
  for await (const entry of entries) yield line({ type: "entry", entry });
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

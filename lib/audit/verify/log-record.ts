import type { AuditEntry } from "../entry.ts";
import type { LaneHead } from "../lane-head.ts";
import type { TableFault } from "./read-table-faults.ts";

/**
 * The log as a verifier reads it and an export keeps it. A checkpoint comes when every lane has been given up to its head in it
 * and no further, so that one pass with nothing remembered compares both. The database's own heads come last: they say that it is all. Where the tables themselves are not sound nothing else is read.
 */
export type LogRecord =
  | { readonly type: "entry"; readonly entry: AuditEntry }
  | { readonly type: "checkpoint"; readonly note: string }
  | { readonly type: "stray"; readonly lane: number | null; readonly seq: string | null }
  | { readonly type: "table"; readonly table: string; readonly fault: TableFault; readonly sentence: string }
  | { readonly type: "heads"; readonly heads: readonly LaneHead[] };

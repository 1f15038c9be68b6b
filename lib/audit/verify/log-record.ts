import type { AuditEntry } from "../entry.ts";
import type { LaneHead } from "../lane-head.ts";

/**
 * The log as a verifier reads it and an export keeps it. A checkpoint comes when every lane has been given up to its head in it
 * and no further, so that one pass with nothing remembered compares both. The database's own heads come last: they say that it is all.
 */
export type LogRecord =
  | { readonly type: "entry"; readonly entry: AuditEntry }
  | { readonly type: "checkpoint"; readonly note: string }
  | { readonly type: "stray"; readonly lane: number; readonly seq: number }
  | { readonly type: "heads"; readonly heads: readonly LaneHead[] };

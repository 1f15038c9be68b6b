import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A full transaction id: lets a reader of the outbox stop before transactions that are still open. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export function at(name: string) {
  return timestamp(name, { withTimezone: true, mode: "date" });
}

/** `column in ('a','b')`, so that the word lists of lib/policy are constraints and not conventions. */
export function oneOf(column: string, words: readonly string[]) {
  return sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(", ")})`);
}

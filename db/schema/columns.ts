import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A full transaction id: lets a reader of the outbox stop before transactions that are still open. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export function at(name: string) {
  return timestamp(name, { withTimezone: true, mode: "date" });
}

/**
 * A column of a domain: a type with its own rule, which holds for every row as a CHECK would. PostgreSQL reads and plans the text
 * of a table's CHECK again for every statement that writes, which on the tables of the hot path cost more than the rows; a
 * domain's it keeps for the connection. Domains are made by hand in the migrations.
 */
export function domain<Word>(name: string) {
  return customType<{ data: Word; driverData: Word }>({ dataType: () => name });
}

/** `column in ('a','b')`, so that the word lists of lib/policy are constraints and not conventions. */
export function oneOf(column: string, words: readonly string[]) {
  return sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(", ")})`);
}

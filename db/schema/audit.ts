import { sql } from "drizzle-orm";
import { bigint, index, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, domain } from "./columns.ts";

export const auditSchema = pgSchema("audit");

/** The head of each hash-chained lane; locked last in a transaction, so that a lane never forks. */
export const lanes = auditSchema.table("lanes", {
  lane: integer().primaryKey(),
  seq: bigint({ mode: "number" }).notNull(),
  /** When its last entry was written; an entry is never older than the one before it, whatever the clock does. */
  atUs: bigint("at_us", { mode: "bigint" }).notNull().default(sql`0`),
  /** What the last entry links to. */
  prev: bytea(),
  hash: bytea().notNull(),
});

/** The exact text that was hashed: a JSON object of at most 64 KB. */
const entryBody = domain<string>("audit.entry_body");

/** One of sixteen; a place in it, from 1 on; and the one form that entries have. */
const laneNumber = domain<number>("audit.lane_number");
const entryNumber = domain<number>("audit.entry_number");
const entryVersion = domain<1>("audit.entry_version");

export const auditEvents = auditSchema.table(
  "events",
  {
    lane: laneNumber().notNull(),
    seq: entryNumber().notNull(),
    version: entryVersion().notNull(),
    atUs: bigint("at_us", { mode: "bigint" }).notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    body: entryBody().notNull(),
    prev: bytea().notNull(),
    hash: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lane, table.seq] }),
    uniqueIndex("audit_events_no_fork").on(table.lane, table.prev),
    index("audit_events_by_subject").on(table.subject, table.atUs),
    index("audit_events_by_time").on(table.atUs, table.lane, table.seq),
    index("audit_events_by_action").on(table.action, table.atUs),
    index("audit_events_by_actor").on(table.actor, table.atUs),
  ],
);

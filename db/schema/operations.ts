import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EVENT_TYPES } from "#lib/gateway/event.ts";
import { at, bytea, domain, oneOf, xid8 } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** One of EVENT_TYPES. */
const eventType = domain<(typeof EVENT_TYPES)[number]>("agents.event_type");

/** The outbox. Read in order of (txid, id), and only below the oldest open transaction, so that nothing is missed. */
export const events = agentsSchema.table(
  "events",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    txid: xid8().notNull().default(sql`pg_current_xact_id()`),
    type: eventType().notNull(),
    at: at("at").notNull(),
    subject: uuid().notNull(),
    agentId: uuid("agent_id"),
    data: jsonb().notNull(),
  },
  (table) => [
    index("events_in_order").on(table.txid, table.id),
    index("events_by_agent").on(table.agentId, table.txid, table.id),
  ],
);

export const workers = agentsSchema.table("workers", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  startedAt: at("started_at").notNull(),
  lastSeenAt: at("last_seen_at").notNull(),
  stoppedAt: at("stopped_at"),
  /** The self-test of each backend on that machine. */
  backends: jsonb().notNull(),
  /** What it says of itself at each sign of life: slots, warm sandboxes, the sandboxing document it follows. */
  state: jsonb().notNull().default({}),
  /** Set by an admin: it ends what it runs and takes nothing more. */
  drainingSince: at("draining_since"),
  drainedBy: uuid("drained_by").references(() => people.id),
});

/** While an open row covers a call, it is neither decided to run nor dispatched. */
export const killSwitches = agentsSchema.table(
  "kill_switches",
  {
    id: uuid().primaryKey(),
    scope: text({ enum: ["global", "agent", "tool"] }).notNull(),
    targetId: uuid("target_id"),
    reason: text().notNull(),
    thrownBy: uuid("thrown_by")
      .notNull()
      .references(() => people.id),
    thrownAt: at("thrown_at").notNull(),
    releasedBy: uuid("released_by").references(() => people.id),
    releasedAt: at("released_at"),
    releaseReason: text("release_reason"),
  },
  (table) => [
    uniqueIndex("kill_switches_open")
      .on(table.scope, sql`coalesce(target_id, '00000000-0000-0000-0000-000000000000'::uuid)`)
      .where(sql`released_at is null`),
    check(
      "kill_switches_scope",
      sql`(scope = 'global') = (target_id is null) and scope in ('global', 'agent', 'tool')`,
    ),
  ],
);

/** One row: what this database is. Marked once, never changed. */
export const installation = agentsSchema.table(
  "installation",
  {
    one: integer().primaryKey(),
    kind: text({ enum: ["demo", "production", "bench"] }).notNull(),
    markedAt: at("marked_at").notNull(),
    /** Keys the salts that unknown e-mail addresses are answered with, so that sign-in tells nobody who exists. */
    saltKey: bytea("salt_key").notNull(),
  },
  () => [
    check("installation_single", sql`one = 1`),
    check("installation_kind_known", oneOf("kind", ["demo", "production", "bench"])),
  ],
);

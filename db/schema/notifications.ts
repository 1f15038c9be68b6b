import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, bytea, oneOf, xid8 } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

const CHANNEL_KINDS = ["webhook", "slack", "email"] as const;
/** What a channel can be told of. */
const NEWS = ["approval_required", "escalated", "decided", "expired", "unknown", "test"] as const;
const DELIVERY_STATES = ["waiting", "sent", "failed"] as const;

/** Where people are told that something waits: facts and a link, never arguments, never a button that decides. */
export const notificationChannels = agentsSchema.table(
  "notification_channels",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    name: text().notNull(),
    /** What may be shown of where it goes: a host, or an address. */
    target: text().notNull(),
    /** `owner`: to the owner of the agent; `assignee`, `roster`: to those people. Otherwise to the target. */
    audience: text({ enum: ["target", "owner", "assignee", "roster"] }).notNull(),
    /** The whole address and the key that signs, sealed to the housekeeper. */
    sealed: bytea(),
    sealedTo: text("sealed_to"),
    news: text().array().notNull(),
    /** Nothing below this tier: 1 is low, 4 is dual. */
    leastRank: smallint("least_rank").notNull(),
    enabled: boolean().notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => people.id),
    createdAt: at("created_at").notNull(),
    retiredAt: at("retired_at"),
  },
  () => [
    check("notification_channels_kind_known", oneOf("kind", CHANNEL_KINDS)),
    check("notification_channels_audience", sql`audience in ('target', 'owner', 'assignee', 'roster')`),
    check("notification_channels_people_by_mail", sql`audience = 'target' or kind = 'email'`),
    check(
      "notification_channels_sealed",
      sql`(sealed is null) = (sealed_to is null) and (kind = 'email' or sealed is not null)`,
    ),
    check(
      "notification_channels_bounds",
      sql`length(btrim(name)) between 1 and 60 and length(target) between 1 and 300 and least_rank between 1 and 4`,
    ),
  ],
);

/** One thing to tell one channel, until it is told or given up; the log of what was sent. */
export const notificationDeliveries = agentsSchema.table(
  "notification_deliveries",
  {
    id: uuid().primaryKey(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => notificationChannels.id),
    /** Null for a test. */
    eventId: bigint("event_id", { mode: "bigint" }),
    news: text({ enum: NEWS }).notNull(),
    subjectKind: text("subject_kind"),
    subjectId: uuid("subject_id"),
    /** Tool, agent, tier, when it ends: what the message may say. */
    facts: jsonb().notNull(),
    /** The mail addresses of people, where the channel goes to people. */
    recipients: text().array().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    attempts: integer().notNull(),
    nextAt: at("next_at"),
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    createdAt: at("created_at").notNull(),
    endedAt: at("ended_at"),
  },
  (table) => [
    uniqueIndex("notification_deliveries_once").on(table.channelId, table.eventId),
    index("notification_deliveries_due").on(table.nextAt).where(sql`state = 'waiting'`),
    index("notification_deliveries_by_time").on(table.createdAt),
    check("notification_deliveries_news_known", oneOf("news", NEWS)),
    check("notification_deliveries_state_known", oneOf("state", DELIVERY_STATES)),
    check("notification_deliveries_due_when_waiting", sql`(state = 'waiting') = (next_at is not null)`),
  ],
);

/** How far the outbox has been read for notifications. One row. */
export const notificationCursor = agentsSchema.table(
  "notification_cursor",
  {
    one: integer().primaryKey(),
    txid: xid8().notNull(),
    eventId: bigint("event_id", { mode: "bigint" }).notNull(),
  },
  () => [check("notification_cursor_single", sql`one = 1`)],
);

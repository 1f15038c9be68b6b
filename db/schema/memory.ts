import { sql } from "drizzle-orm";
import { check, index, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { NOTICE_LEVELS } from "#lib/policy/vocabulary.ts";
import { agents } from "./agents.ts";
import { at, oneOf, tsvector } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** What an agent asked to be kept for itself. Read by nobody's calls but its own; a person can look and can remove. */
export const memories = agentsSchema.table(
  "memories",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    /** The call that wrote it: the same call run again finds it here. */
    invocationId: uuid("invocation_id").notNull(),
    /** One memory of an agent has it; storing under it again takes the older one's place. */
    key: text(),
    text: text().notNull(),
    tags: text().array().notNull(),
    search: tsvector("search").generatedAlwaysAs(sql`to_tsvector('simple'::regconfig, text)`).notNull(),
    createdAt: at("created_at").notNull(),
    /** Replaced by a newer one under its key, or removed by a person; the text is gone then. */
    removedAt: at("removed_at"),
    removedBy: uuid("removed_by").references(() => people.id),
    removedWhy: text("removed_why"),
  },
  (table) => [
    uniqueIndex("memories_by_call").on(table.invocationId),
    uniqueIndex("memories_by_key").on(table.agentId, table.key).where(sql`removed_at is null`),
    index("memories_of_agent").on(table.agentId, table.id).where(sql`removed_at is null`),
    index("memories_by_word").using("gin", table.search),
    check("memories_removed", sql`(removed_at is null) = (text <> '')`),
  ],
);

/** What an agent wants people to see, without a decision to make. */
export const notices = agentsSchema.table(
  "notices",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    invocationId: uuid("invocation_id").notNull(),
    level: text({ enum: NOTICE_LEVELS }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    createdAt: at("created_at").notNull(),
    dismissedAt: at("dismissed_at"),
    dismissedBy: uuid("dismissed_by").references(() => people.id),
  },
  (table) => [
    uniqueIndex("notices_by_call").on(table.invocationId),
    index("notices_open").on(table.id).where(sql`dismissed_at is null`),
    index("notices_open_of_agent").on(table.agentId).where(sql`dismissed_at is null`),
    check("notices_level_known", oneOf("level", NOTICE_LEVELS)),
  ],
);

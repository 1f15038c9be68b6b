import { sql } from "drizzle-orm";
import { check, integer, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agents } from "./agents.ts";
import { at } from "./columns.ts";
import { agentsSchema } from "./people.ts";

/**
 * Which tools an agent has loaded into its context, a session: what a model is shown, never what it may call. Kept here so that any
 * gateway process answers for it, also after a restart.
 */
export const disclosureSessions = agentsSchema.table(
  "disclosure_sessions",
  {
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    session: text().notNull(),
    /** Grows with each change; a change names the one it was made from. */
    revision: integer().notNull(),
    /** `[{tool, tokens}]`, the oldest first. */
    loaded: jsonb().notNull(),
    changedAt: at("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.session] }),
    check(
      "disclosure_sessions_bounds",
      sql`length(session) between 1 and 200 and revision > 0 and jsonb_typeof(loaded) = 'array' and jsonb_array_length(loaded) <= 200`,
    ),
  ],
);

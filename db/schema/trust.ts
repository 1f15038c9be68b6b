import { sql } from "drizzle-orm";
import { check, index, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ACCESS_LEVELS, CATEGORIES } from "#lib/policy/vocabulary.ts";
import { agents } from "./agents.ts";
import { at, oneOf } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

const TRUST_LEVELS = ACCESS_LEVELS.filter((level) => level !== "custom");
/** `all`: what holds for every category. */
const TRUST_SCOPES = ["all", ...CATEGORIES] as const;
const CHANGE_STATES = ["proposed", "applied", "rejected", "expired"] as const;

/** How far an agent is trusted, as a whole or in one category. It narrows the declared level and never widens it; no row, no narrowing. */
export const agentTrust = agentsSchema.table(
  "agent_trust",
  {
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    category: text({ enum: TRUST_SCOPES }).notNull(),
    level: text({ enum: ACCESS_LEVELS }).notNull(),
    since: at("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.category] }),
    check("agent_trust_category_known", oneOf("category", TRUST_SCOPES)),
    check("agent_trust_level_known", oneOf("level", TRUST_LEVELS)),
  ],
);

/** Every step of trust, asked for and taken: never edited, never removed. */
export const trustChanges = agentsSchema.table(
  "trust_changes",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    category: text({ enum: TRUST_SCOPES }).notNull(),
    /** Null: no row yet, so the declared level alone held. */
    fromLevel: text("from_level", { enum: ACCESS_LEVELS }),
    toLevel: text("to_level", { enum: ACCESS_LEVELS }).notNull(),
    state: text({ enum: CHANGE_STATES }).notNull(),
    /** Null: the evaluator, which may only go down or up to `standard`. */
    proposedBy: uuid("proposed_by").references(() => people.id),
    reason: text().notNull(),
    evidence: jsonb().notNull(),
    createdAt: at("created_at").notNull(),
    decidedAt: at("decided_at"),
  },
  (table) => [
    index("trust_changes_by_agent").on(table.agentId, table.id),
    check("trust_changes_category_known", oneOf("category", TRUST_SCOPES)),
    check("trust_changes_level_known", oneOf("to_level", TRUST_LEVELS)),
    check("trust_changes_state_known", oneOf("state", CHANGE_STATES)),
    check("trust_changes_decided", sql`(state = 'proposed') = (decided_at is null)`),
  ],
);

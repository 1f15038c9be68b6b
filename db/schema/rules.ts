import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { agents } from "./agents.ts";
import { at, oneOf } from "./columns.ts";
import { toolInvocations } from "./invocations.ts";
import { agentsSchema, people } from "./people.ts";
import { toolVersions } from "./registry.ts";

const EFFECTS = ["approve", "deny"] as const;

/** A standing answer that an operator made from one call: for one tool version, counted, and never for ever. */
export const standingRules = agentsSchema.table(
  "standing_rules",
  {
    id: uuid().primaryKey(),
    effect: text({ enum: EFFECTS }).notNull(),
    /** A changed tool is another version, for which nobody gave this answer. */
    toolVersionId: uuid("tool_version_id")
      .notNull()
      .references(() => toolVersions.id),
    /** Null: every agent; only a denial may be that wide. */
    agentId: uuid("agent_id").references(() => agents.id),
    /** Which arguments it answers for. */
    pattern: jsonb().notNull(),
    madeFrom: uuid("made_from")
      .notNull()
      .references(() => toolInvocations.id),
    madeBy: uuid("made_by")
      .notNull()
      .references(() => people.id),
    reason: text().notNull(),
    maxUses: integer("max_uses").notNull(),
    uses: integer().notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    revokedBy: uuid("revoked_by").references(() => people.id),
    revokedAt: at("revoked_at"),
    /** Why it ended before its time; a changed tool ends it without a person. */
    revocation: text(),
  },
  (table) => [
    index("standing_rules_in_force").on(table.toolVersionId, table.agentId).where(sql`revoked_at is null`),
    check("standing_rules_effect_known", oneOf("effect", EFFECTS)),
    check("standing_rules_scoped", sql`effect = 'deny' or agent_id is not null`),
    check("standing_rules_counted", sql`max_uses between 1 and 10000 and uses between 0 and max_uses`),
    check("standing_rules_end", sql`expires_at > created_at and expires_at <= created_at + interval '90 days'`),
    check("standing_rules_revoked", sql`revoked_by is null or revoked_at is not null`),
  ],
);

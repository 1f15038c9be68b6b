import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { ACCESS_LEVELS } from "#lib/policy/vocabulary.ts";
import { at, bytea, oneOf } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** What each access level may reach; `grants` has the shape of lib/policy/access-level.ts. */
export const accessLevels = agentsSchema.table(
  "access_levels",
  {
    level: text({ enum: ACCESS_LEVELS }).primaryKey(),
    rank: integer().notNull(),
    grants: jsonb().notNull(),
  },
  () => [check("access_levels_known", oneOf("level", ACCESS_LEVELS))],
);

export const agents = agentsSchema.table(
  "agents",
  {
    id: uuid().primaryKey(),
    name: text().notNull().unique(),
    description: text().notNull(),
    /** Who answers for it; their votes never count on its calls. */
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => people.id),
    accessLevel: text("access_level", { enum: ACCESS_LEVELS }).notNull(),
    customGrants: jsonb("custom_grants"),
    // From here to `counted`: what the policy in force says of it (db/schema/policy.ts).
    customLevel: text("custom_level"),
    profileIds: uuid("profile_ids").array().notNull().default([]),
    /** Met with what its level gives. */
    narrowing: jsonb(),
    /** Beats the categories of its level; the other beats this one. */
    allowedTools: text("allowed_tools").array().notNull().default([]),
    deniedTools: text("denied_tools").array().notNull().default([]),
    enforceToolPolicies: boolean("enforce_tool_policies").notNull().default(true),
    /** Whether a profile of its counts calls: then they are asked one by one. */
    counted: boolean().notNull().default(false),
    /** How it earns trust, where that is not as the policy says for all. */
    trustConfig: jsonb("trust_config"),
    /** Host directory seen as /project, where the access level includes it. */
    projectRoot: text("project_root"),
    frozenAt: at("frozen_at"),
    frozenReason: text("frozen_reason"),
    createdAt: at("created_at").notNull(),
  },
  () => [
    check("agents_level_known", oneOf("access_level", ACCESS_LEVELS)),
    check("agents_name_plain", sql`name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'`),
    check("agents_custom_has_grants", sql`access_level <> 'custom' or custom_grants is not null`),
    check("agents_project_absolute", sql`project_root is null or project_root like '/%'`),
  ],
);

export const agentKeys = agentsSchema.table(
  "agent_keys",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    /** The public part of the key, in clear in every key string. */
    prefix: text().notNull().unique(),
    secretHash: bytea("secret_hash").notNull(),
    name: text().notNull(),
    createdBy: uuid("created_by").references(() => people.id),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
    /** May look and not ask: for what only watches. */
    readOnly: boolean("read_only").notNull().default(false),
  },
  (table) => [index("agent_keys_by_agent").on(table.agentId)],
);

/** When a key was used last, to the minute. Apart from the key, so that using it never stands in the way of revoking it. */
export const agentKeyUses = agentsSchema.table("agent_key_uses", {
  keyId: uuid("key_id")
    .primaryKey()
    .references(() => agentKeys.id),
  usedAt: at("used_at"),
});

/**
 * How many requests a key may still make now: a bucket that fills with time. Gateways take a handful at once and spend them
 * one by one, so that all of them together keep the bound at a fraction of a write a request. Unlogged: after a crash every bucket is full.
 */
export const keyAllowances = agentsSchema.table("key_allowances", {
  /** The public part of an agent's or an author's key. */
  prefix: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  at: at("at").notNull(),
});

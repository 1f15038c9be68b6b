import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, numeric, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { at, oneOf } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** Every policy that somebody wrote, in the shape of lib/policy/document; never edited. Which one decides is said beside it. */
export const policyVersions = agentsSchema.table(
  "policy_versions",
  {
    version: integer().primaryKey(),
    id: uuid().notNull().defaultRandom(),
    document: jsonb().notNull(),
    /** Null: as shipped. */
    authorId: uuid("author_id").references(() => people.id),
    reason: text().notNull().default("As it was."),
    /** What it was written from. */
    baseVersion: integer("base_version"),
    /** Whether it allowed anything that the one in force did not, when it was proposed: then two people put it in force. */
    widens: boolean().notNull().default(false),
    createdAt: at("created_at").notNull(),
  },
  (table) => [uniqueIndex("policy_versions_id").on(table.id)],
);

/** One row. What stands below is taken apart from that version's document by airlock.put_in_force, and by nothing else. */
export const policyInForce = agentsSchema.table(
  "policy_in_force",
  {
    one: integer().primaryKey(),
    version: integer()
      .notNull()
      .references(() => policyVersions.version),
    since: at("since").notNull(),
  },
  () => [check("policy_in_force_single", sql`one = 1`)],
);

export const policyActivations = agentsSchema.table(
  "policy_activations",
  {
    id: uuid().primaryKey(),
    version: integer()
      .notNull()
      .references(() => policyVersions.version),
    /** The version that it took the place of. */
    replaced: integer(),
    at: at("at").notNull(),
  },
  (table) => [index("policy_activations_by_version").on(table.version)],
);

/** What a safety class asks for. The floors are invariants: no document goes below them, and no statement. */
export const safetyClasses = agentsSchema.table(
  "safety_classes",
  {
    name: text({ enum: SAFETY_CLASSES }).primaryKey(),
    people: integer().notNull(),
    openPeople: integer("open_people"),
    voters: text().array().notNull(),
    attempts: integer().notNull(),
    backoffSeconds: integer("backoff_seconds").notNull(),
    auditDetail: text("audit_detail", { enum: ["digest", "rules"] }).notNull(),
    /** What the class does differently with its outputs; null: as shipped. */
    cleaning: jsonb(),
  },
  () => [
    check("safety_classes_known", oneOf("name", SAFETY_CLASSES)),
    check(
      "safety_classes_floor",
      sql`people between case name when 'privileged' then 2 when 'financial' then 1 when 'write' then 1 else 0 end and 2`,
    ),
    check(
      "safety_classes_open_floor",
      sql`case when name = 'network' then open_people is not null and open_people between 1 and 2 else open_people is null end`,
    ),
    check(
      "safety_classes_voters",
      sql`cardinality(voters) > 0 and array_position(voters, null) is null and voters <@ array['operator', 'reviewer']`,
    ),
    check("safety_classes_retry", sql`attempts between 1 and 10 and backoff_seconds between 0 and 600`),
    check("safety_classes_audit", oneOf("audit_detail", ["digest", "rules"])),
  ],
);

export const egressClasses = agentsSchema.table(
  "egress_classes",
  { name: text({ enum: EGRESS_CLASSES }).primaryKey(), people: integer().notNull() },
  () => [
    check("egress_classes_known", oneOf("name", EGRESS_CLASSES)),
    check("egress_classes_floor", sql`people between case name when 'write' then 1 else 0 end and 2`),
  ],
);

/** Levels beside the four, for agents whose access level is `custom`. */
export const customLevels = agentsSchema.table("custom_levels", {
  name: text().primaryKey(),
  grants: jsonb().notNull(),
});

/** A named set of policy overrides, assigned to agents. An override may only narrow. */
export const profiles = agentsSchema.table("profiles", {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull(),
  /** Where there is a list, whatever is not on it takes a person. */
  autoApprove: text("auto_approve").array(),
  humanApproval: text("human_approval").array().notNull().default([]),
  approvalMinutes: jsonb("approval_minutes").notNull().default({}),
  createdAt: at("created_at").notNull(),
});

export const profileRules = agentsSchema.table(
  "profile_rules",
  {
    id: uuid().primaryKey(),
    profileId: uuid("profile_id")
      .notNull()
      .references(() => profiles.id),
    /** A tool's name; or an action type, a family of them or a category. Matched whole. */
    subjectKind: text("subject_kind", { enum: ["tool", "action"] }).notNull(),
    subject: text().notNull(),
    /** `narrow`: it says nothing about people, only about reach and counts. */
    effect: text({ enum: ["narrow", "hold", "deny"] }).notNull(),
    people: integer().notNull(),
    reason: text().notNull(),
    /** Hosts, paths, limits, backends: what gate and sandbox are given to meet. */
    reach: jsonb(),
    maxInvocations: integer("max_invocations"),
    onlyAfter: text("only_after").array(),
    per: text({ enum: ["session", "task"] }).notNull(),
    until: at("until"),
  },
  (table) => [
    uniqueIndex("profile_rules_once").on(table.profileId, table.subjectKind, table.subject),
    check("profile_rules_kind_known", oneOf("subject_kind", ["tool", "action"])),
    check("profile_rules_per_known", oneOf("per", ["session", "task"])),
    check(
      "profile_rules_narrow",
      sql`(effect in ('deny', 'narrow') and people = 0) or (effect = 'hold' and people between 1 and 2)`,
    ),
  ],
);

export const profileBudgets = agentsSchema.table(
  "profile_budgets",
  {
    id: uuid().primaryKey(),
    profileId: uuid("profile_id")
      .notNull()
      .references(() => profiles.id),
    /** Null: all calls together. */
    subjectKind: text("subject_kind", { enum: ["tool", "action"] }),
    subject: text(),
    calls: integer(),
    cost: numeric(),
    per: text({ enum: ["minute", "hour", "day"] }).notNull(),
  },
  (table) => [
    index("profile_budgets_by_profile").on(table.profileId),
    check("profile_budgets_per_known", oneOf("per", ["minute", "hour", "day"])),
    check("profile_budgets_bounds", sql`(calls is not null or cost is not null) and calls > 0 and cost > 0`),
    check("profile_budgets_subject_whole", sql`(subject is null) = (subject_kind is null)`),
  ],
);

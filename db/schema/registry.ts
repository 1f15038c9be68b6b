import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import {
  CATEGORIES,
  EGRESS_CLASSES,
  RISKS,
  SAFETY_CLASSES,
  TOOL_STATES,
  TOOL_VERSION_STATES,
} from "#lib/policy/vocabulary.ts";
import { at, oneOf } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** One row a tool: what is in force. The class columns are copied from the pinned contract by the functions, never by a caller. */
export const toolsRegistry = agentsSchema.table(
  "tools_registry",
  {
    id: uuid().primaryKey(),
    name: text().notNull().unique(),
    /** Confusable skeletons of the name, cased and folded: two tools that look alike cannot both exist. */
    nameSkeleton: text("name_skeleton").notNull().unique(),
    nameSkeletonFolded: text("name_skeleton_folded").notNull().unique(),
    egressClass: text("egress_class", { enum: EGRESS_CLASSES }).notNull(),
    safetyClass: text("safety_class", { enum: SAFETY_CLASSES }).notNull(),
    category: text({ enum: CATEGORIES }).notNull(),
    actionType: text("action_type", { enum: ACTION_TYPES }).notNull(),
    risk: text({ enum: RISKS }),
    requiresApproval: boolean("requires_approval").notNull(),
    state: text({ enum: TOOL_STATES }).notNull(),
    pinnedVersionId: uuid("pinned_version_id").references((): AnyPgColumn => toolVersions.id),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  () => [
    check("tools_registry_egress_known", oneOf("egress_class", EGRESS_CLASSES)),
    check("tools_registry_safety_known", oneOf("safety_class", SAFETY_CLASSES)),
    check("tools_registry_category_known", oneOf("category", CATEGORIES)),
    check("tools_registry_action_known", oneOf("action_type", ACTION_TYPES)),
    check("tools_registry_state_known", oneOf("state", TOOL_STATES)),
    // The trigger sets the flag; this refuses it when a later trigger unsets it again.
    check(
      "tools_registry_approval_held",
      sql`requires_approval or (egress_class <> 'write' and safety_class not in ('write', 'financial', 'privileged'))`,
    ),
  ],
);

/** Immutable but for its state: each change of any part of a contract is a new version. */
export const toolVersions = agentsSchema.table(
  "tool_versions",
  {
    id: uuid().primaryKey(),
    toolId: uuid("tool_id")
      .notNull()
      .references((): AnyPgColumn => toolsRegistry.id),
    number: integer().notNull(),
    definitionHash: text("definition_hash").notNull(),
    bodyHash: text("body_hash").notNull(),
    partHashes: jsonb("part_hashes").notNull().$type<Record<string, string>>(),
    /** The exact RFC 8785 text that was hashed; `contract` is the same, to query. */
    contractText: text("contract_text").notNull(),
    contract: jsonb().notNull(),
    findings: jsonb().notNull(),
    state: text({ enum: TOOL_VERSION_STATES }).notNull(),
    authorId: uuid("author_id").references(() => people.id),
    createdAt: at("created_at").notNull(),
    decidedBy: uuid("decided_by").references(() => people.id),
    decidedAt: at("decided_at"),
    decisionReason: text("decision_reason"),
    // What every call reads of its contract. Kept as columns, for unpacking a long contract each time costs more than
    // the decision itself.
    idempotency: text().generatedAlwaysAs(sql`contract ->> 'idempotency'`),
    idempotent: boolean().generatedAlwaysAs(sql`(contract ->> 'idempotent')::boolean`),
    networkMode: text("network_mode").generatedAlwaysAs(sql`contract #>> '{policy,network,mode}'`),
    constraints: jsonb().generatedAlwaysAs(sql`contract -> 'constraints'`),
    maxCost: numeric("max_cost").generatedAlwaysAs(sql`(contract ->> 'maxCost')::numeric`),
    /** Whether the scanner raised an alarm: a finding of medium severity or above. */
    alarmed: boolean().generatedAlwaysAs(
      sql`jsonb_path_exists(findings, '$[*].severity ? (@ == "medium" || @ == "high" || @ == "critical")')`,
    ),
  },
  (table) => [
    uniqueIndex("tool_versions_number").on(table.toolId, table.number),
    index("tool_versions_by_hash").on(table.definitionHash),
    check("tool_versions_state_known", oneOf("state", TOOL_VERSION_STATES)),
    check(
      "tool_versions_author_is_not_activator",
      sql`decided_by is null or author_id is null or decided_by <> author_id`,
    ),
  ],
);

/** Code that the sandbox runs, by the hash that its contract names. */
export const codeBundles = agentsSchema.table("code_bundles", {
  sha256: text().primaryKey(),
  code: text().notNull(),
  createdAt: at("created_at").notNull(),
});

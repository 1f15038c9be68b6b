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
import {
  CATEGORIES,
  EGRESS_CLASSES,
  RISKS,
  SAFETY_CLASSES,
  TOOL_SOURCES,
  TOOL_STATES,
  TOOL_VERSION_STATES,
} from "#lib/policy/vocabulary.ts";
import { at, oneOf, tsvector } from "./columns.ts";
import { mcpServers } from "./mcp.ts";
import { agentsSchema, people } from "./people.ts";

/** Every kind of action a tool may be of: the built-in ones, and those an admin registered. */
export const actionTypes = agentsSchema.table(
  "action_types",
  {
    name: text().primaryKey(),
    description: text().notNull(),
    builtIn: boolean("built_in").notNull(),
    createdBy: uuid("created_by").references(() => people.id),
    createdAt: at("created_at").notNull(),
  },
  () => [check("action_types_plain", sql`name ~ '^[a-z][a-z0-9_]{0,31}:[a-z][a-z0-9_]{0,31}$'`)],
);

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
    actionType: text("action_type")
      .notNull()
      .references(() => actionTypes.name),
    risk: text({ enum: RISKS }),
    requiresApproval: boolean("requires_approval").notNull(),
    /** Whether the trigger set the flag, whatever the statement said. */
    approvalForced: boolean("approval_forced").notNull().default(false),
    state: text({ enum: TOOL_STATES }).notNull(),
    stateReason: text("state_reason"),
    source: text({ enum: TOOL_SOURCES }).notNull().default("sdk"),
    /** Which server forwards to it, and what that server calls it. */
    serverId: uuid("server_id").references((): AnyPgColumn => mcpServers.id),
    upstreamName: text("upstream_name"),
    /** While drifted, the version in force goes on: a choice that only tools which read and reach nothing may have. */
    serveWhileDrifted: boolean("serve_while_drifted").notNull().default(false),
    /** Whether anybody ever made a standing rule for it, so that a call of any other tool need not look for one. */
    ruled: boolean().notNull().default(false),
    /** Of the version in force, or of the newest while none is: what a search looks at. */
    description: text().notNull().default(""),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`to_tsvector('simple', name || ' ' || translate(name || ' ' || left(description, 4096), './-_:@,;()[]{}<>"', '                 '))`,
      ),
    pinnedVersionId: uuid("pinned_version_id").references((): AnyPgColumn => toolVersions.id),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("tools_registry_upstream").on(table.serverId, table.upstreamName),
    index("tools_registry_search").using("gin", table.search),
    // A page of the list in the order of names, for each thing it is narrowed by.
    index("tools_registry_by_state").on(table.state, table.name),
    index("tools_registry_by_source").on(table.source, table.name),
    index("tools_registry_by_category").on(table.category, table.name),
    index("tools_registry_by_safety").on(table.safetyClass, table.name),
    index("tools_registry_by_egress").on(table.egressClass, table.name),
    index("tools_registry_by_change").on(table.updatedAt, table.id),
    check("tools_registry_source_known", oneOf("source", TOOL_SOURCES)),
    check(
      "tools_registry_upstream_whole",
      sql`(server_id is null) = (upstream_name is null) and (server_id is null) = (source <> 'mcp')`,
    ),
    check(
      "tools_registry_served_is_harmless",
      sql`not serve_while_drifted or (safety_class = 'read' and egress_class = 'none')`,
    ),
    check("tools_registry_egress_known", oneOf("egress_class", EGRESS_CLASSES)),
    check("tools_registry_safety_known", oneOf("safety_class", SAFETY_CLASSES)),
    check("tools_registry_category_known", oneOf("category", CATEGORIES)),
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
    source: text({ enum: TOOL_SOURCES }).notNull().default("sdk"),
    /** Written by nobody here: a server sent it. People put it in force all the same. */
    serverId: uuid("server_id").references((): AnyPgColumn => mcpServers.id),
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
    /** The agent's runtime runs it: no dispatcher takes its calls. */
    external: boolean().generatedAlwaysAs(sql`contract #>> '{runtime,kind}' = 'external'`),
    maxCost: numeric("max_cost").generatedAlwaysAs(sql`(contract ->> 'maxCost')::numeric`),
    /** Whether the contract declares arguments that name hosts, recipients or the like: a call that says nothing of them is as one to a new one. */
    aims: boolean().generatedAlwaysAs(
      sql`jsonb_path_exists(contract, '$.gate.targets[*]') or jsonb_path_exists(contract, '$.gate.urls[*]')`,
    ),
    /** Whether the scanner raised an alarm: a finding of medium severity or above. */
    alarmed: boolean().generatedAlwaysAs(
      sql`jsonb_path_exists(findings, '$[*].severity ? (@ == "medium" || @ == "high" || @ == "critical")')`,
    ),
  },
  (table) => [
    uniqueIndex("tool_versions_number").on(table.toolId, table.number),
    // A person pastes the beginning of a hash.
    index("tool_versions_by_hash").on(table.definitionHash.op("text_pattern_ops")),
    index("tool_versions_by_body").on(table.bodyHash),
    index("tool_versions_by_description").on(sql`(part_hashes ->> 'description') text_pattern_ops`),
    index("tool_versions_costing").on(table.toolId).where(sql`max_cost > 0`),
    index("tool_versions_alarmed").on(table.toolId).where(sql`alarmed`),
    index("tool_versions_undecided").on(table.toolId).where(sql`state in ('review', 'quarantined')`),
    check("tool_versions_source_known", oneOf("source", TOOL_SOURCES)),
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

import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DRIFT_SEVERITIES } from "#lib/policy/vocabulary.ts";
import { at, oneOf } from "./columns.ts";
import { toolInvocations } from "./invocations.ts";
import { workers } from "./operations.ts";
import { agentsSchema, people } from "./people.ts";
import { toolsRegistry, toolVersions } from "./registry.ts";

const SERVER_STATES = ["connecting", "listed", "failing", "retired"] as const;

/**
 * An MCP server whose tools may be imported. How it is reached and confined never changes: another configuration is another
 * server, for the versions that were reviewed name this one.
 */
export const mcpServers = agentsSchema.table(
  "mcp_servers",
  {
    id: uuid().primaryKey(),
    name: text().notNull().unique(),
    nameSkeleton: text("name_skeleton").notNull().unique(),
    nameSkeletonFolded: text("name_skeleton_folded").notNull().unique(),
    transport: jsonb().notNull(),
    policy: jsonb().notNull(),
    /** What its tools are taken for until somebody says more: prefix and classes. */
    declared: jsonb().notNull(),
    configHash: text("config_hash").notNull(),
    state: text({ enum: SERVER_STATES }).notNull(),
    stateReason: text("state_reason"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => people.id),
    createdAt: at("created_at").notNull(),
    /** The newest listing. */
    listingId: uuid("listing_id"),
    listedAt: at("listed_at"),
    triedAt: at("tried_at"),
    failures: integer().notNull().default(0),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    syncRequestedAt: at("sync_requested_at"),
    syncWhy: text("sync_why"),
    syncClaimedAt: at("sync_claimed_at"),
    syncWorkerId: uuid("sync_worker_id").references(() => workers.id),
    syncFence: bigint("sync_fence", { mode: "number" }).notNull().default(0),
    syncLeaseExpiresAt: at("sync_lease_expires_at"),
  },
  (table) => [
    index("mcp_servers_due").on(table.syncRequestedAt).where(sql`sync_requested_at is not null`),
    check("mcp_servers_state_known", oneOf("state", SERVER_STATES)),
    check("mcp_servers_name_plain", sql`name ~ '^[a-z0-9][a-z0-9-]{0,39}$'`),
    check("mcp_servers_config_hashed", sql`config_hash ~ '^[0-9a-f]{64}$'`),
  ],
);

/** What a server said its tools are, each time that it said something new: the preview of an import, and the evidence of a drift. */
export const mcpListings = agentsSchema.table(
  "mcp_listings",
  {
    id: uuid().primaryKey(),
    serverId: uuid("server_id")
      .notNull()
      .references(() => mcpServers.id),
    at: at("at").notNull(),
    workerId: uuid("worker_id")
      .notNull()
      .references(() => workers.id),
    serverRoot: text("server_root").notNull(),
    protocol: text(),
    instructions: text(),
    instructionsFindings: jsonb("instructions_findings").notNull(),
    tools: jsonb().notNull(),
  },
  (table) => [index("mcp_listings_by_server").on(table.serverId, table.at)],
);

const DRIFT_FOUND = ["import", "requested", "schedule", "list_changed", "dispatch"] as const;
const DRIFT_RESOLUTIONS = ["reverted", "approved", "superseded", "retired"] as const;

/** A tool in force that is no longer what was reviewed. Equal findings are one row with a counter, so that one is not lost among many. */
export const toolDrifts = agentsSchema.table(
  "tool_drifts",
  {
    id: uuid().primaryKey(),
    toolId: uuid("tool_id")
      .notNull()
      .references(() => toolsRegistry.id),
    fromVersionId: uuid("from_version_id")
      .notNull()
      .references(() => toolVersions.id),
    /** Null: the server no longer has the tool. */
    toVersionId: uuid("to_version_id").references(() => toolVersions.id),
    severity: text({ enum: DRIFT_SEVERITIES }).notNull(),
    changes: jsonb().notNull(),
    foundBy: text("found_by", { enum: DRIFT_FOUND }).notNull(),
    /** The call at whose dispatch it was noticed. */
    invocationId: uuid("invocation_id").references(() => toolInvocations.id),
    firstSeenAt: at("first_seen_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
    times: integer().notNull(),
    resolvedAt: at("resolved_at"),
    resolution: text({ enum: DRIFT_RESOLUTIONS }),
  },
  (table) => [
    uniqueIndex("tool_drifts_open")
      .on(table.toolId, sql`coalesce(to_version_id, '00000000-0000-0000-0000-000000000000'::uuid)`)
      .where(sql`resolved_at is null`),
    index("tool_drifts_by_tool").on(table.toolId, table.firstSeenAt),
    check("tool_drifts_severity_known", oneOf("severity", DRIFT_SEVERITIES)),
    check("tool_drifts_found_known", oneOf("found_by", DRIFT_FOUND)),
    check("tool_drifts_resolved", sql`(resolved_at is null) = (resolution is null)`),
  ],
);

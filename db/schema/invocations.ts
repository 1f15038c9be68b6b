import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { APPROVAL_STATES, INVOCATION_STATES, TIERS } from "#lib/policy/vocabulary.ts";
import { at, bytea, xid8 } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** The arrows of an invocation's life. `when_claimed` null: either way. */
export const invocationArrows = agentsSchema.table(
  "invocation_arrows",
  {
    fromStatus: text("from_status").notNull(),
    toStatus: text("to_status").notNull(),
    whenClaimed: boolean("when_claimed"),
  },
  (table) => [uniqueIndex("invocation_arrows_once").on(table.fromStatus, table.toStatus)],
);

/**
 * The hot table: one narrow row a call, and the row is the job. What is long lives beside it. Whom and what it names is
 * checked once, when it is born, by a trigger that also asks whether they belong together; none of them is ever deleted.
 * Foreign keys would say less and lock the tool's and the agent's rows for every call: a quarter of its cost, measured.
 * The same trigger holds its words and bounds (airlock.is_sound).
 */
export const toolInvocations = agentsSchema.table(
  "tool_invocations",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id").notNull(),
    agentKeyId: uuid("agent_key_id").notNull(),
    toolId: uuid("tool_id").notNull(),
    toolVersionId: uuid("tool_version_id").notNull(),
    status: text({ enum: INVOCATION_STATES }).notNull(),
    approvalStatus: text("approval_status", { enum: APPROVAL_STATES }).notNull(),
    /** The reason that is sent to the agent. */
    approvalReason: text("approval_reason"),
    requiredApprovals: integer("required_approvals").notNull(),
    tier: text({ enum: TIERS }).notNull(),
    revision: integer().notNull(),
    bindingDigest: text("binding_digest").notNull(),
    policyVersion: integer("policy_version").notNull(),
    effect: text().notNull(),
    idempotencyKey: text("idempotency_key"),
    sessionId: text("session_id"),
    taskId: text("task_id"),
    requestId: text("request_id"),
    askedAt: at("asked_at").notNull(),
    /** When the time to decide ends. */
    expiresAt: at("expires_at"),
    startedAt: at("started_at"),
    claimableAt: at("claimable_at"),
    executionExpiresAt: at("execution_expires_at"),
    claimedAt: at("claimed_at"),
    workerId: uuid("worker_id"),
    fence: integer().notNull(),
    leaseExpiresAt: at("lease_expires_at"),
    cancelRequestedAt: at("cancel_requested_at"),
    completedAt: at("completed_at"),
    expiryKind: text("expiry_kind", { enum: ["approval", "execution"] }),
    costEstimate: numeric("cost_estimate"),
    errorCode: text("error_code"),
    /** Set only by the service role's bypass; then no approval is needed and the audit log says who. */
    bypassedBy: text("bypassed_by"),
    /** A decoy that tests whether people look; no agent asked for it and nothing can run it. */
    isDrill: boolean("is_drill").notNull().default(false),
    /** The standing rule that answered in place of a person. */
    ruleId: uuid("rule_id"),
    /** The asking agent's runtime runs it and reports; `worker_id` is then whoever of that agent has it. */
    external: boolean(),
    /** Digests of what it would reach that its agent's calls of the tool have not reached before, or not since yesterday; null where nothing is to be learned. */
    targets: text().array(),
  },
  (table) => [
    check(
      "tool_invocations_drill_never_runs",
      sql`not is_drill or status in ('pending', 'rejected', 'expired', 'cancelled', 'denied')`,
    ),
    index("tool_invocations_capped").on(table.askedAt).where(sql`error_code = 'refused_by_cap'`),
    uniqueIndex("tool_invocations_idempotency").on(table.agentId, table.idempotencyKey),
    index("tool_invocations_pending").on(table.expiresAt).where(sql`status = 'pending'`),
    index("tool_invocations_claimable")
      .on(table.claimableAt)
      .where(sql`status = 'running' and claimed_at is null and external is not true`),
    index("tool_invocations_external").on(table.executionExpiresAt).where(sql`status = 'running' and external`),
    index("tool_invocations_leased").on(table.leaseExpiresAt).where(sql`status = 'running' and claimed_at is not null`),
    index("tool_invocations_by_agent").on(table.agentId, table.id),
    index("tool_invocations_by_agent_and_tool").on(table.agentId, table.toolId, table.id),
    /** What counting rules count in (airlock.calls_in). */
    index("tool_invocations_by_session")
      .on(table.agentId, table.sessionId, table.toolId)
      .where(sql`session_id is not null`),
    index("tool_invocations_by_task").on(table.agentId, table.taskId, table.toolId).where(sql`task_id is not null`),
    /** What budgets add up (airlock.cost_within). */
    index("tool_invocations_by_cost").on(table.agentId, table.id).where(sql`cost_estimate > 0`),
    index("tool_invocations_by_tool").on(table.toolId, table.id),
    index("tool_invocations_by_status").on(table.status, table.id),
    index("tool_invocations_by_time").on(table.askedAt),
  ],
);

/** Every input a call had: the agent's, then one a revision. The highest revision is what would run. */
export const invocationInputs = agentsSchema.table(
  "invocation_inputs",
  {
    invocationId: uuid("invocation_id")
      .notNull()
      .references(() => toolInvocations.id),
    revision: integer().notNull(),
    /** RFC 8785 text. */
    input: text().notNull(),
    inputDigest: text("input_digest").notNull(),
    /** Null: the agent itself. */
    editedBy: uuid("edited_by"),
    trace: jsonb().notNull(),
    /**
     * What the caller checked, where the trace is one that many calls share (agents.kept_terms) and was not written anew for this one: its lines come first.
     * Null where they are in the trace.
     */
    checks: jsonb(),
    justification: text(),
  },
  (table) => [primaryKey({ columns: [table.invocationId, table.revision] })],
);

/**
 * Whom and what an agent has reached with a tool: hosts, recipients, repositories, databases. A row is there once a call that named it completed, or
 * ended after people said yes; what was only asked for teaches nothing. Digests, and so many an agent and tool (airlock.learn_targets).
 */
export const seenTargets = agentsSchema.table(
  "seen_targets",
  {
    agentId: uuid("agent_id").notNull(),
    toolId: uuid("tool_id").notNull(),
    target: text().notNull(),
    firstSeenAt: at("first_seen_at").notNull(),
    /** To the day: a call that reaches what is known writes nothing. */
    lastSeenAt: at("last_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.toolId, table.target] }),
    check("seen_targets_is_digest", sql`target ~ '^[0-9a-f]{64}$'`),
  ],
);

/** What one claim of a call did: the sandbox it ran in, what it used, whom it talked to. */
export const invocationRuns = agentsSchema.table(
  "invocation_runs",
  {
    invocationId: uuid("invocation_id").notNull(),
    fence: integer().notNull(),
    workerId: uuid("worker_id").notNull(),
    claimedAt: at("claimed_at").notNull(),
    endedAt: at("ended_at"),
    plan: jsonb(),
    usage: jsonb(),
    network: jsonb(),
    exitCode: integer("exit_code"),
    error: jsonb(),
    /** Names and versions of the credentials that are on record as handed over with it, and the transaction that put them there. */
    handedSecrets: jsonb("handed_secrets"),
    handedIn: xid8("handed_in"),
  },
  (table) => [
    primaryKey({ columns: [table.invocationId, table.fence] }),
    foreignKey({ columns: [table.invocationId], foreignColumns: [toolInvocations.id], name: "invocation_runs_of" }),
    index("invocation_runs_by_end").on(table.endedAt),
  ],
);

/**
 * Raw and cleaned output, each for as long as the settings say. Raw is sealed before it gets here, to a key that the database
 * never has (lib/outputs); no login can read even that, and reviewers get it through a function that audits each reading. Content
 * is only ever taken away, and its digests stay: airlock.guard_output holds that, and which parts go together, for a CHECK would
 * be planned again for every call that ends.
 */
export const invocationOutputs = agentsSchema.table(
  "invocation_outputs",
  {
    invocationId: uuid("invocation_id")
      .primaryKey()
      .references(() => toolInvocations.id),
    /** Null: the tool said nothing, or it is deleted. */
    sealed: bytea(),
    /** The id of the key that opens it, so that keys can be changed. */
    sealedTo: text("sealed_to"),
    /** Of the raw bytes, keyed: a plain one would give away what is easily guessed. */
    rawDigest: text("raw_digest"),
    /** Of the sealed bytes: anybody can tell whether they are what was recorded. */
    sealedDigest: text("sealed_digest"),
    cleaned: jsonb(),
    cleanedDigest: text("cleaned_digest").notNull(),
    /** Cleaning changed what the tool returned. */
    altered: boolean().notNull().default(false),
    findings: jsonb().notNull(),
    createdAt: at("created_at").notNull(),
    rawDeletedAt: at("raw_deleted_at"),
    rawDeletedWhy: text("raw_deleted_why", { enum: ["retention", "reviewer", "unsealed"] }),
    cleanedDeletedAt: at("cleaned_deleted_at"),
    /** Nothing of it is deleted until an admin takes the hold away. */
    heldAt: at("held_at"),
    heldBy: uuid("held_by").references(() => people.id),
    holdReason: text("hold_reason"),
  },
  (table) => [
    index("invocation_outputs_raw_due").on(table.createdAt).where(sql`sealed is not null and held_at is null`),
    index("invocation_outputs_cleaned_due").on(table.createdAt).where(sql`cleaned is not null and held_at is null`),
  ],
);

/** A reviewer's wish to read raw output, on record before the bytes are handed over. */
export const rawReadings = agentsSchema.table("raw_readings", {
  id: uuid().primaryKey(),
  invocationId: uuid("invocation_id")
    .notNull()
    .references(() => toolInvocations.id),
  personId: uuid("person_id")
    .notNull()
    .references(() => people.id),
  at: at("at").notNull(),
  txid: xid8().notNull(),
});

import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ACCESS_LEVELS, CATEGORIES } from "#lib/policy/vocabulary.ts";
import { agents } from "./agents.ts";
import { at, oneOf, xid8 } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

const TRUST_LEVELS = ACCESS_LEVELS.filter((level) => level !== "custom");
/** `all`: what holds for every category. */
const TRUST_SCOPES = ["all", ...CATEGORIES] as const;
const CHANGE_STATES = ["proposed", "applied", "rejected", "expired"] as const;
/** Why a step was taken or asked for. */
const CHANGE_KINDS = [
  "person",
  "start",
  "earned",
  "idle",
  "error_rate",
  "re_verification",
  "minor_incidents",
  "critical_incident",
] as const;

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
    /** What was done before it no longer earns anything: set by every step down. */
    resetAt: at("reset_at"),
    /** When it last met what its level asks for. */
    verifiedAt: at("verified_at"),
    /** A person stopped it from rising by itself. It can still sink. */
    frozenAt: at("frozen_at"),
    frozenReason: text("frozen_reason"),
    frozenBy: uuid("frozen_by").references(() => people.id),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.category] }),
    check("agent_trust_frozen_whole", sql`(frozen_at is null) = (frozen_reason is null)`),
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
    kind: text({ enum: CHANGE_KINDS }).notNull().default("person"),
    /** The declared level becomes this in the same decision; null: the ceiling stays as it is. */
    ceilingTo: text("ceiling_to", { enum: ACCESS_LEVELS }),
  },
  (table) => [
    index("trust_changes_by_agent").on(table.agentId, table.id),
    check("trust_changes_category_known", oneOf("category", TRUST_SCOPES)),
    check("trust_changes_level_known", oneOf("to_level", TRUST_LEVELS)),
    check("trust_changes_state_known", oneOf("state", CHANGE_STATES)),
    check("trust_changes_kind_known", oneOf("kind", CHANGE_KINDS)),
    check("trust_changes_ceiling_known", sql`ceiling_to is null or ceiling_to = to_level`),
    check("trust_changes_decided", sql`(state = 'proposed') = (decided_at is null)`),
  ],
);

/**
 * What somebody said of an agent's work: its runtime of a task, a person of a task or a call, either of an incident. Never edited. What
 * the agent said of itself is marked as such; alone it promotes nobody.
 */
export const trustReports = agentsSchema.table(
  "trust_reports",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    kind: text({ enum: ["task", "feedback", "incident"] }).notNull(),
    /** Null: the agent's own word. */
    personId: uuid("person_id").references(() => people.id),
    agentKeyId: uuid("agent_key_id"),
    taskId: text("task_id"),
    invocationId: uuid("invocation_id"),
    category: text({ enum: TRUST_SCOPES }).notNull(),
    result: text({ enum: ["completed", "failed", "abandoned"] }),
    /** As it was said. What it counts as is never more than its calls bear out. */
    difficulty: smallint(),
    quality: numeric(),
    severity: text({ enum: ["minor", "critical"] }),
    summary: text(),
    /** Categories, tool versions and difficulties in which it counts; empty where no call of the agent bears it out. */
    counted: jsonb().notNull(),
    at: at("at").notNull(),
  },
  (table) => [
    uniqueIndex("trust_reports_task_once").on(table.agentId, table.taskId).where(sql`kind = 'task'`),
    uniqueIndex("trust_reports_feedback_once")
      .on(table.personId, table.agentId, sql`coalesce(task_id, '')`, sql`coalesce(invocation_id, agent_id)`)
      .where(sql`kind = 'feedback'`),
    index("trust_reports_by_agent").on(table.agentId, table.id),
    check("trust_reports_kind_known", oneOf("kind", ["task", "feedback", "incident"])),
    check("trust_reports_category_known", oneOf("category", TRUST_SCOPES)),
    check("trust_reports_result_known", oneOf("result", ["completed", "failed", "abandoned"])),
    check("trust_reports_severity_known", oneOf("severity", ["minor", "critical"])),
    check("trust_reports_bounds", sql`difficulty between 1 and 5 and quality between 0 and 10`),
    check("trust_reports_said_by", sql`(person_id is null) <> (agent_key_id is null)`),
    check("trust_reports_incident_whole", sql`(kind = 'incident') = (severity is not null)`),
  ],
);

/**
 * Evidence, added up: one row an agent, category, tool version, difficulty and stretch of time. A stretch is a day, cut where a step
 * down happened, so that what came before it can be told from what came after. Calls are counted in their category; tasks in each
 * category they touched, and once under `all`.
 */
export const trustTallies = agentsSchema.table(
  "trust_tallies",
  {
    agentId: uuid("agent_id").notNull(),
    category: text({ enum: TRUST_SCOPES }).notNull(),
    toolVersionId: uuid("tool_version_id").notNull(),
    stretch: at("stretch").notNull(),
    difficulty: smallint().notNull(),
    completed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    denied: integer().notNull().default(0),
    approved: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    findings: integer().notNull().default(0),
    tasksDone: integer("tasks_done").notNull().default(0),
    tasksFailed: integer("tasks_failed").notNull().default(0),
    /** What the agent said of its own work: number, sum and sum of squares of quality. */
    saidCount: integer("said_count").notNull().default(0),
    saidSum: numeric("said_sum").notNull().default("0"),
    saidSquares: numeric("said_squares").notNull().default("0"),
    /** What people said of it. */
    judgedCount: integer("judged_count").notNull().default(0),
    judgedSum: numeric("judged_sum").notNull().default("0"),
    judgedSquares: numeric("judged_squares").notNull().default("0"),
    lastSuccessAt: at("last_success_at"),
  },
  (table) => [
    primaryKey({
      columns: [table.agentId, table.stretch, table.category, table.toolVersionId, table.difficulty],
      name: "trust_tallies_pk",
    }),
  ],
);

/** Where each agent stands: what was found when it was last looked at, and when it has to be looked at again. */
export const trustStandings = agentsSchema.table(
  "trust_standings",
  {
    agentId: uuid("agent_id")
      .primaryKey()
      .references(() => agents.id),
    /** Grows with every piece of evidence; equal to the other one when all of it was looked at. */
    seen: bigint({ mode: "number" }).notNull().default(0),
    evaluated: bigint({ mode: "number" }).notNull().default(0),
    /** When time alone could change something. Null: never. */
    lookAgainAt: at("look_again_at"),
    evaluatedAt: at("evaluated_at"),
    standing: jsonb().notNull().default({}),
  },
  (table) => [
    index("trust_standings_fresh").on(table.agentId).where(sql`seen <> evaluated`),
    index("trust_standings_due").on(table.lookAgainAt),
  ],
);

/** One row: how far the outbox was read for evidence. */
export const trustCursor = agentsSchema.table(
  "trust_cursor",
  {
    one: integer().primaryKey(),
    txid: xid8().notNull(),
    eventId: bigint("event_id", { mode: "bigint" }).notNull(),
  },
  () => [check("trust_cursor_single", sql`one = 1`)],
);

/** One row: the trust section of the policy in force; null where it has none. An agent's own is beside the agent. */
export const trustInForce = agentsSchema.table(
  "trust_in_force",
  {
    one: integer().primaryKey(),
    config: jsonb(),
    version: integer().notNull(),
  },
  () => [check("trust_in_force_single", sql`one = 1`)],
);

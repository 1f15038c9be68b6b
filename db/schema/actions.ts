import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentKeys, agents } from "./agents.ts";
import { at, oneOf } from "./columns.ts";
import { agentsSchema } from "./people.ts";

const STATES = ["denied", "pending", "approved", "rejected", "expired"] as const;

/** Something an agent means to do without a tool of ours, and asks about first. It is decided and recorded; nothing is dispatched. */
export const actions = agentsSchema.table(
  "actions",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    agentKeyId: uuid("agent_key_id")
      .notNull()
      .references(() => agentKeys.id),
    actionType: text("action_type").notNull(),
    /** RFC 8785 text of what it is about. */
    payload: text().notNull(),
    /** Of the agent, the type, the payload, the policy and the people it takes: what a yes is bound to (airlock.action_digest). */
    digest: text().notNull(),
    idempotencyKey: text("idempotency_key"),
    sessionId: text("session_id"),
    taskId: text("task_id"),
    /** The agent's own words, never part of what is approved. */
    justification: text(),
    requiredApprovals: integer("required_approvals").notNull(),
    status: text({ enum: STATES }).notNull(),
    /** The reason that is sent to the agent. */
    approvalReason: text("approval_reason"),
    errorCode: text("error_code"),
    policyVersion: integer("policy_version").notNull(),
    trace: jsonb().notNull(),
    askedAt: at("asked_at").notNull(),
    decidedAt: at("decided_at"),
  },
  (table) => [
    uniqueIndex("actions_idempotency").on(table.agentId, table.idempotencyKey),
    index("actions_by_agent").on(table.agentId, table.id),
    /** What counting rules count in (airlock.actions_in). */
    index("actions_by_session").on(table.agentId, table.sessionId, table.actionType),
    index("actions_by_task").on(table.agentId, table.taskId, table.actionType),
    check("actions_status_known", oneOf("status", STATES)),
    check("actions_people", sql`required_approvals between 0 and 2`),
  ],
);

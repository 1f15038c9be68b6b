import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentKeys, agents } from "./agents.ts";
import { at, oneOf } from "./columns.ts";
import { agentsSchema } from "./people.ts";

const STATES = ["pending", "approved", "rejected", "expired"] as const;

/** A run of several agents that asks people before it starts. Nothing of it is dispatched here; its calls are asked one by one. */
export const teamRuns = agentsSchema.table(
  "team_runs",
  {
    id: uuid().primaryKey(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id),
    agentKeyId: uuid("agent_key_id")
      .notNull()
      .references(() => agentKeys.id),
    name: text().notNull(),
    /** RFC 8785 text of what the team is to do. */
    plan: text().notNull(),
    planDigest: text("plan_digest").notNull(),
    idempotencyKey: text("idempotency_key"),
    requiredApprovals: integer("required_approvals").notNull(),
    /** Follows the row in `approvals`; a trigger refuses anything else. */
    approvalStatus: text("approval_status", { enum: STATES }).notNull(),
    /** The reason that is sent to the agent. */
    approvalReason: text("approval_reason"),
    askedAt: at("asked_at").notNull(),
    decidedAt: at("decided_at"),
  },
  (table) => [
    uniqueIndex("team_runs_idempotency").on(table.agentId, table.idempotencyKey),
    index("team_runs_by_agent").on(table.agentId, table.id),
    check("team_runs_status_known", oneOf("approval_status", STATES)),
    check("team_runs_people", sql`required_approvals between 1 and 2`),
  ],
);

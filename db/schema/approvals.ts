import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApprovalSubject } from "#lib/policy/vocabulary.ts";
import { at, domain, oneOf } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

const STATES = ["pending", "approved", "rejected", "expired", "void"] as const;

const subjectKind = domain<ApprovalSubject>("agents.approval_subject");
const approvalStatus = domain<(typeof STATES)[number]>("agents.approval_status");
/** One person or two. */
const quorum = domain<1 | 2>("agents.approval_quorum");

/** One table for everything that waits for people; one row a subject and revision. */
export const approvals = agentsSchema.table(
  "approvals",
  {
    id: uuid().primaryKey(),
    subjectKind: subjectKind("subject_kind").notNull(),
    subjectId: uuid("subject_id").notNull(),
    revision: integer().notNull(),
    /** The digest of exactly what is shown; a vote for another digest is refused. */
    digest: text().notNull(),
    required: quorum().notNull(),
    status: approvalStatus().notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    decidedAt: at("decided_at"),
    /** Approvals are single-use: set when a dispatcher takes the call. */
    consumedAt: at("consumed_at"),
    /** What the inbox sorts and filters by, beside the question itself so that a page of it is one walk of an index. 4 is dual, 1 is low. */
    rank: smallint().notNull().default(2),
    agentId: uuid("agent_id"),
    toolId: uuid("tool_id"),
    /** The scanner noticed something about the tool. */
    flagged: boolean().notNull().default(false),
    /** How often people gave themselves more time. */
    extensions: smallint().notNull().default(0),
    /** 0: nobody was called; 1: the second group; 2: everybody on the roster. */
    escalation: smallint().notNull().default(0),
  },
  (table) => [
    uniqueIndex("approvals_subject").on(table.subjectKind, table.subjectId, table.revision),
    index("approvals_pending").on(table.expiresAt).where(sql`status = 'pending'`),
    index("approvals_of_versions")
      .on(table.createdAt, table.id)
      .where(sql`status = 'pending' and subject_kind = 'tool_version'`),
    index("approvals_by_decision").on(table.decidedAt),
    index("approvals_inbox").on(table.rank.desc(), table.expiresAt, table.id).where(sql`status = 'pending'`),
    // The same call asked again is the same card: the digest binds everything but who asked.
    index("approvals_open_of_agent")
      .on(table.agentId, table.digest, table.expiresAt, table.id)
      .where(sql`status = 'pending'`),
  ],
);

/** One vote a person a revision, for ever: votes are never changed or removed. */
export const approvalVotes = agentsSchema.table(
  "approval_votes",
  {
    id: uuid().primaryKey(),
    approvalId: uuid("approval_id")
      .notNull()
      .references(() => approvals.id),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    decision: text({ enum: ["approve", "reject"] }).notNull(),
    digest: text().notNull(),
    /** Sent to the agent. */
    reason: text(),
    /** Kept among people. */
    note: text(),
    at: at("at").notNull(),
    /** When this person was first shown what they voted on; null where no page showed it. */
    seenAt: at("seen_at"),
    /** What the page says it had rendered and opened. Kept as evidence, never trusted. */
    receipt: jsonb(),
    /** The proof of presence this vote used up. */
    stepUpId: uuid("step_up_id"),
  },
  (table) => [
    index("approval_votes_by_person").on(table.personId, table.at),
    uniqueIndex("approval_votes_once").on(table.approvalId, table.personId),
    check("approval_votes_decision_known", oneOf("decision", ["approve", "reject"])),
  ],
);

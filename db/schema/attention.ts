import { sql } from "drizzle-orm";
import { boolean, check, index, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { approvals } from "./approvals.ts";
import { at, domain } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/**
 * Who looks at what in the inbox. None of it stops a clock, locks a question or counts as a vote. A subject is named as in `approvals`;
 * a call whose outcome is unknown is the subject `invocation` too.
 */
const subjectKind = domain<"invocation" | "tool_version" | "trust_change" | "team_run" | "action" | "policy_version">(
  "agents.approval_subject",
);

const personId = () =>
  uuid("person_id")
    .notNull()
    .references(() => people.id);

/** When a question was first shown to a person, by the server's clock: a yes sooner than a person can read is refused. */
export const approvalSights = agentsSchema.table(
  "approval_sights",
  {
    approvalId: uuid("approval_id")
      .notNull()
      .references(() => approvals.id),
    personId: personId(),
    at: at("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.personId] })],
);

export const approvalComments = agentsSchema.table(
  "approval_comments",
  {
    id: uuid().primaryKey(),
    subjectKind: subjectKind("subject_kind").notNull(),
    subjectId: uuid("subject_id").notNull(),
    personId: personId(),
    body: text().notNull(),
    at: at("at").notNull(),
  },
  (table) => [
    index("approval_comments_of").on(table.subjectKind, table.subjectId, table.at),
    check("approval_comments_body", sql`length(btrim(body)) between 1 and 4000`),
  ],
);

/** Who takes care of a question: taken by themselves, or asked to by another. A hint, never a lock. */
export const approvalAssignments = agentsSchema.table(
  "approval_assignments",
  {
    subjectKind: subjectKind("subject_kind").notNull(),
    subjectId: uuid("subject_id").notNull(),
    personId: personId(),
    assignedBy: uuid("assigned_by")
      .notNull()
      .references(() => people.id),
    at: at("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectKind, table.subjectId] }),
    index("approval_assignments_by_person").on(table.personId),
  ],
);

/** Out of one person's sight for a while. */
export const approvalSnoozes = agentsSchema.table(
  "approval_snoozes",
  {
    subjectKind: subjectKind("subject_kind").notNull(),
    subjectId: uuid("subject_id").notNull(),
    personId: personId(),
    until: at("until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.subjectKind, table.subjectId] })],
);

/** A named filter of the inbox: its address, kept by one person and perhaps lent to all. */
export const inboxViews = agentsSchema.table(
  "inbox_views",
  {
    id: uuid().primaryKey(),
    personId: personId(),
    name: text().notNull(),
    /** The query part of the address. */
    query: text().notNull(),
    shared: boolean().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("inbox_views_by_person").on(table.personId),
    check("inbox_views_bounds", sql`length(btrim(name)) between 1 and 60 and length(query) <= 1000`),
  ],
);

/** While one person is away, what is assigned to them goes to another; a right to vote is never lent. */
export const delegations = agentsSchema.table(
  "delegations",
  {
    id: uuid().primaryKey(),
    fromPerson: uuid("from_person")
      .notNull()
      .references(() => people.id),
    toPerson: uuid("to_person")
      .notNull()
      .references(() => people.id),
    startsAt: at("starts_at").notNull(),
    endsAt: at("ends_at").notNull(),
    endedAt: at("ended_at"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("delegations_from").on(table.fromPerson, table.endsAt),
    check("delegations_other", sql`from_person <> to_person`),
    check("delegations_bounded", sql`ends_at > starts_at and ends_at <= starts_at + interval '60 days'`),
  ],
);

/** Whom an undecided question calls: step 1 when half its time has passed, step 2 when four fifths have. */
export const escalationRoster = agentsSchema.table(
  "escalation_roster",
  {
    personId: uuid("person_id")
      .primaryKey()
      .references(() => people.id),
    step: smallint().notNull(),
    addedBy: uuid("added_by")
      .notNull()
      .references(() => people.id),
    addedAt: at("added_at").notNull(),
  },
  () => [check("escalation_roster_step", sql`step in (1, 2)`)],
);

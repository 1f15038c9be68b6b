import { sql } from "drizzle-orm";
import { check, index, text, uuid } from "drizzle-orm/pg-core";
import { at, oneOf } from "./columns.ts";
import { toolInvocations } from "./invocations.ts";
import { agentsSchema, people } from "./people.ts";

const OUTCOMES = ["caught", "missed", "unanswered"] as const;

/** A decoy among the questions: known bad, shown like any other, and scored by what the first person did with it. */
export const drills = agentsSchema.table(
  "drills",
  {
    invocationId: uuid("invocation_id")
      .primaryKey()
      .references(() => toolInvocations.id),
    /** What is wrong with it, told to whoever decided. */
    flaw: text().notNull(),
    placedAt: at("placed_at").notNull(),
    /** Null: the housekeeper. */
    placedBy: uuid("placed_by").references(() => people.id),
    outcome: text({ enum: OUTCOMES }),
    decidedBy: uuid("decided_by").references(() => people.id),
    decidedAt: at("decided_at"),
  },
  (table) => [
    index("drills_by_time").on(table.placedAt),
    index("drills_by_person").on(table.decidedBy, table.decidedAt),
    check("drills_outcome_known", oneOf("outcome", OUTCOMES)),
    check("drills_decided", sql`(outcome is null) = (decided_at is null)`),
  ],
);

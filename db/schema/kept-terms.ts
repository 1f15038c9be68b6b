import { boolean, integer, interval, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { TIERS } from "#lib/policy/vocabulary.ts";
import { xid8 } from "./columns.ts";
import { agentsSchema } from "./people.ts";

/**
 * One row for each transaction that changed anything that a decision is read from, written by triggers on all those tables
 * (airlock.note_term_change). Only the newest says anything; the sweep takes the others away.
 */
export const termChanges = agentsSchema.table("term_changes", { txid: xid8().primaryKey() });

/**
 * What is decided about an agent and a tool when nothing but them is asked, ready to be written: a copy of what airlock.keep_terms
 * read and judged, never a source. It counts for who sees no change of anything it was read from that its maker did not see:
 * none from `since` on, the oldest transaction that was open then. Pairs that are denied, or for which
 * time, counts, rules or switches decide as well, have no row.
 */
export const keptTerms = agentsSchema.table(
  "kept_terms",
  {
    agentId: uuid("agent_id").notNull(),
    toolName: text("tool_name").notNull(),
    since: xid8().notNull(),
    /** Of the transaction that wrote it. A row that came here in another way, from another server's dump, has another `xmin`. */
    txid: xid8().notNull(),
    toolId: uuid("tool_id").notNull(),
    versionId: uuid("version_id").notNull(),
    definitionHash: text("definition_hash").notNull(),
    policyVersion: integer("policy_version").notNull(),
    takesKey: boolean("takes_key").notNull(),
    external: boolean(),
    alarmed: boolean().notNull(),
    status: text({ enum: ["running", "pending"] }).notNull(),
    requiredApprovals: integer("required_approvals").notNull(),
    tier: text({ enum: TIERS }).notNull(),
    /** How long it may wait: for people, or for a dispatcher. */
    lasts: interval().notNull(),
    /** The trace but for what its caller checked, which is kept beside it (`checks` in db/schema/invocations.ts). */
    trace: jsonb().notNull(),
    /** What the event says; and the end of the entry in the log and of what the agent is told, which are the same for every such call. */
    notice: jsonb().notNull(),
    entry: text().notNull(),
    view: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.toolName] })],
);

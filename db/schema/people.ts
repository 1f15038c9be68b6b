import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { ROLES } from "#lib/policy/vocabulary.ts";
import { at, bytea, oneOf, xid8 } from "./columns.ts";

export const agentsSchema = pgSchema("agents");

export const people = agentsSchema.table(
  "people",
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    name: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** A changed role counts for a privileged quorum only after `quorum_role_hours`. */
    roleSince: at("role_since").notNull(),
    /** A role somebody asked for; it acts when an admin other than the asker confirms it. */
    proposedRole: text("proposed_role", { enum: ROLES }),
    proposedBy: uuid("proposed_by").references((): AnyPgColumn => people.id),
    /** Whether they ever were an admin: kept by a trigger, so that lowering the other admin makes nobody the first one. */
    everAdmin: boolean("ever_admin").notNull(),
    /** From when their votes count at all; later than now only where one admin gave the role alone. */
    countsFrom: at("counts_from").notNull(),
    disabledAt: at("disabled_at"),
    createdAt: at("created_at").notNull(),
  },
  () => [
    check("people_role_known", oneOf("role", ROLES)),
    check("people_proposal_known", sql`(proposed_role is null) = (proposed_by is null)`),
    check("people_proposal_role_known", oneOf("proposed_role", ROLES)),
    check("people_email_folded", sql`email = lower(email) and email like '%_@_%' and length(email) <= 254`),
  ],
);

/** Kept apart from `people`, so that the login which reads names cannot read what proves them. */
export const personCredentials = agentsSchema.table("person_credentials", {
  personId: uuid("person_id")
    .primaryKey()
    .references(() => people.id),
  salt: bytea().notNull(),
  memoryKib: integer("memory_kib").notNull(),
  passes: integer().notNull(),
  parallelism: integer().notNull(),
  /** sha256 of the argon2id tag: the database checks a proof, and a copy of this table proves nothing. */
  proofHash: bytea("proof_hash").notNull(),
});

export const sessions = agentsSchema.table(
  "sessions",
  {
    id: uuid().primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    client: text().notNull(),
    createdAt: at("created_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("sessions_by_person").on(table.personId)],
);

/**
 * Browsers that a person has signed in from, by a word that only the browser has: a new one at each sign-in. Tries from one of them are counted
 * apart, so that nobody who merely knows an address can keep its owner out by wrong passwords.
 */
export const knownBrowsers = agentsSchema.table(
  "known_browsers",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    tokenHash: bytea("token_hash").notNull(),
    usedAt: at("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.tokenHash] })],
);

/** Every try to sign in, committed before its answer is given: a try that could be rolled back would not be counted. */
export const signInAttempts = agentsSchema.table(
  "sign_in_attempts",
  {
    id: uuid().primaryKey(),
    emailHash: bytea("email_hash").notNull(),
    /** What it is counted with besides the address: a browser or a session that the person has. Null: whoever knows the address. */
    knownBy: bytea("known_by"),
    proofHash: bytea("proof_hash").notNull(),
    at: at("at").notNull(),
    txid: xid8().notNull(),
  },
  (table) => [index("sign_in_attempts_by_email").on(table.emailHash, table.at)],
);

/** One-time links: the first admin's, or (with a person) that person's, to choose a password. */
export const setupLinks = agentsSchema.table("setup_links", {
  tokenHash: bytea("token_hash").primaryKey(),
  personId: uuid("person_id").references(() => people.id),
  expiresAt: at("expires_at").notNull(),
  usedAt: at("used_at"),
});

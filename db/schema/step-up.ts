import { sql } from "drizzle-orm";
import { bigint, check, index, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, oneOf, xid8 } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** A person's passkeys: what proves that they themselves sit there, for one item at a time. */
export const passkeys = agentsSchema.table(
  "passkeys",
  {
    id: uuid().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    credentialId: bytea("credential_id").notNull().unique(),
    /** COSE form. */
    publicKey: bytea("public_key").notNull(),
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: at("created_at").notNull(),
    usedAt: at("used_at"),
    revokedAt: at("revoked_at"),
  },
  (table) => [
    index("passkeys_by_person").on(table.personId),
    check("passkeys_name", sql`length(btrim(name)) between 1 and 60`),
  ],
);

/** One authenticator app a person. No login reads the seed: the database itself checks codes. */
export const personTotp = agentsSchema.table("person_totp", {
  personId: uuid("person_id")
    .primaryKey()
    .references(() => people.id),
  seed: bytea().notNull(),
  createdAt: at("created_at").notNull(),
  /** Null until a first code proved that the app has the seed. */
  confirmedAt: at("confirmed_at"),
  /** The time step of the last code that was taken: no code counts twice. */
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
});

const PURPOSES = ["decide", "enrol"] as const;
const METHODS = ["passkey", "totp", "password"] as const;

/** One proof of presence: for one person and one item as it was shown, proved once, used once, short-lived. */
export const stepUps = agentsSchema.table(
  "step_ups",
  {
    id: uuid().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    purpose: text({ enum: PURPOSES }).notNull(),
    /** The call or review, and the digest that was on the screen; null when a passkey is enrolled. */
    subjectId: uuid("subject_id"),
    digest: text(),
    challenge: bytea().notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    method: text({ enum: METHODS }),
    provedAt: at("proved_at"),
    usedAt: at("used_at"),
  },
  (table) => [
    index("step_ups_by_person").on(table.personId, table.createdAt),
    check("step_ups_purpose_known", oneOf("purpose", PURPOSES)),
    check("step_ups_method_known", oneOf("method", METHODS)),
    check("step_ups_item", sql`(purpose = 'decide') = (subject_id is not null and digest is not null)`),
    check("step_ups_order", sql`(proved_at is null) = (method is null) and (used_at is null or proved_at is not null)`),
    check("step_ups_short", sql`expires_at <= created_at + interval '5 minutes'`),
  ],
);

/**
 * Every code that somebody is about to show, committed before anything is said about it: a try that could be rolled back would not be
 * counted. One that was right is removed.
 */
export const codeTries = agentsSchema.table(
  "code_tries",
  {
    id: uuid().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** The question; null for the first code of an app that is being set up. */
    stepUpId: uuid("step_up_id").references(() => stepUps.id, { onDelete: "cascade" }),
    codeHash: bytea("code_hash").notNull(),
    /** Judged by this time, whenever it is shown. */
    at: at("at").notNull(),
    txid: xid8().notNull(),
    usedAt: at("used_at"),
  },
  (table) => [
    index("code_tries_by_person").on(table.personId, table.at),
    index("code_tries_by_step_up").on(table.stepUpId),
  ],
);

import { sql } from "drizzle-orm";
import { check, integer, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, bytea } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** Credentials for tools, sealed before they get here to a key that only dispatchers hold: whoever reads the table reads nothing. */
export const secrets = agentsSchema.table(
  "secrets",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    version: integer().notNull(),
    /** Names the public key it was sealed to, so that keys can be changed one secret at a time. */
    sealedTo: text("sealed_to").notNull(),
    sealed: bytea().notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => people.id),
    createdAt: at("created_at").notNull(),
    /** A newer version was written, or an admin withdrew it. The sealed bytes are gone then. */
    retiredAt: at("retired_at"),
  },
  (table) => [
    uniqueIndex("secrets_version").on(table.name, table.version),
    uniqueIndex("secrets_in_force").on(table.name).where(sql`retired_at is null`),
    check("secrets_name_plain", sql`name ~ '^[a-z0-9][a-z0-9_.-]{0,62}$'`),
    check("secrets_sealed", sql`(retired_at is null) = (octet_length(sealed) > 0)`),
  ],
);

import { index, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** Lets a person's own tooling register definitions in their name. It can do nothing else, and nothing that they could not. */
export const authorKeys = agentsSchema.table(
  "author_keys",
  {
    id: uuid().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    prefix: text().notNull().unique(),
    secretHash: bytea("secret_hash").notNull(),
    name: text().notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
    revokedAt: at("revoked_at"),
  },
  (table) => [index("author_keys_by_person").on(table.personId)],
);

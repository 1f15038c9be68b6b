import { sql } from "drizzle-orm";
import { check, numeric, text, uuid } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";
import { agentsSchema, people } from "./people.ts";

/** Numbers an admin may change, each with the bounds that keep it harmless: the bounds are the table's, not the form's. */
export const settings = agentsSchema.table(
  "settings",
  {
    name: text().primaryKey(),
    value: numeric({ mode: "number" }).notNull(),
    least: numeric({ mode: "number" }).notNull(),
    most: numeric({ mode: "number" }).notNull(),
    unit: text().notNull(),
    /** What it changes, for the person who is about to. */
    description: text().notNull(),
    changedBy: uuid("changed_by").references(() => people.id),
    changedAt: at("changed_at"),
  },
  () => [check("settings_in_bounds", sql`value between least and most`)],
);

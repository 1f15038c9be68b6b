import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { databasePolicy, databaseSecrets, failureModes, timeoutSeconds } from "../declared/database.ts";
import type { DatabaseSettings } from "../postgres/settings.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/)
    .describe("Names the migration, such as 2026-03-add-invoices; the same id is applied once."),
  statements: z
    .array(z.string().min(1).max(65_536))
    .min(1)
    .max(100)
    .describe("One statement each, applied in order, all or none."),
  timeoutSeconds,
});

export const output = z.strictObject({
  id: z.string(),
  applied: z.boolean().describe("False: it had been applied before, with the same statements."),
  did: z.array(z.string()).describe("For each statement, what the server says it did."),
});

/** Changes the schema of the installation's database: all statements or none, each migration once. */
export function dbMigrate(settings: DatabaseSettings) {
  return tool({
    name: "db_migrate",
    title: "Migrate the database",
    summary: "Apply a named migration to the database's schema, all of it or nothing.",
    description:
      "Applies the statements of a migration in one transaction and writes down its id and digest in the table airlock_migrations. An id that was " +
      "applied before with the same statements is left alone; with others it is refused. Statements that end or begin transactions, change the role, or copy files are refused.",
    input,
    output,
    safetyClass: "privileged",
    egressClass: "write",
    category: "database",
    actionType: "db:admin",
    idempotency: "required",
    idempotent: true,
    policy: databasePolicy(settings, "high"),
    requires: databaseSecrets("database.owner", settings),
    settings,
    gate: { text: [{ at: "/statements/*" }] },
    outputContent: "verbatim",
    effect: "Apply the migration {/id} to the database",
    costTier: "high",
    examples: [
      {
        title: "A column",
        input: { id: "2026-03-orders-note", statements: ["alter table orders add column note text"] },
      },
    ],
    failureModes: [
      ...failureModes,
      "migration_changed: this id was applied with other statements. Choose another id.",
      "migrations_table_unsafe: airlock_migrations is not the migrating login's own, or is opened to others by a policy, rule or trigger.",
      "not_committed: the server took it back.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}

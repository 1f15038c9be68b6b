import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { databasePolicy, databaseSecrets, failureModes, timeoutSeconds } from "../declared/database.ts";
import type { DatabaseSettings } from "../postgres/settings.ts";
import { execute } from "./execute.ts";

const table = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_$]{0,62}(\.[A-Za-z_][A-Za-z0-9_$]{0,62})?$/)
  .describe("A table's name, with its schema or without.");

export const input = z.strictObject({
  action: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("activity") }),
    z.strictObject({ kind: z.literal("sizes") }),
    z.strictObject({ kind: z.literal("analyze"), table }),
    z.strictObject({ kind: z.literal("vacuum"), table }),
    z.strictObject({ kind: z.literal("reindex"), table }),
    z.strictObject({ kind: z.literal("cancel"), pid: z.number().int().min(1) }),
  ]),
  timeoutSeconds,
});

export const output = z.strictObject({
  did: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())),
});

/** Looks after the installation's database by a short list of acts; there is no SQL in a call. */
export function dbAdmin(settings: DatabaseSettings) {
  return tool({
    name: "db_admin",
    title: "Look after the database",
    summary: "See what the database is doing, vacuum, analyse or reindex a table, cancel a query.",
    description:
      "Does one of a few acts: activity lists what runs, sizes lists the largest tables, analyze, vacuum and reindex work on one table, " +
      "cancel ends one running query. No SQL is taken.",
    input,
    output,
    safetyClass: "privileged",
    egressClass: "write",
    category: "database",
    actionType: "db:admin",
    idempotency: "required",
    // A query that is cancelled twice may be two queries.
    idempotent: false,
    policy: databasePolicy(settings, "high"),
    requires: databaseSecrets("database.owner", settings),
    settings,
    outputContent: "verbatim",
    effect: "Look after the database: {/action/kind}",
    costTier: "medium",
    examples: [{ title: "Largest tables", input: { action: { kind: "sizes" } } }],
    failureModes,
    execute,
    declaredIn: import.meta.url,
  });
}

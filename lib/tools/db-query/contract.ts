import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import {
  databasePolicy,
  databaseSecrets,
  failureModes,
  parameters,
  statement,
  timeoutSeconds,
} from "../declared/database.ts";
import type { DatabaseSettings } from "../postgres/settings.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  sql: statement,
  parameters,
  maxRows: z.number().int().min(1).max(1_000).optional().describe("Return at most this many rows; 100 if not given."),
  timeoutSeconds,
});

export const output = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())).describe("Values as the server prints them."),
  truncated: z.boolean().describe("Whether there are more rows than are here."),
});

/** Reads from the installation's database, as a role that can only read, in a transaction that can only read. */
export function dbQuery(settings: DatabaseSettings) {
  return tool({
    name: "db_query",
    title: "Query the database",
    summary: "Run one SELECT on the database and return its rows.",
    description:
      "Runs one statement that reads (SELECT, WITH, VALUES, TABLE, SHOW, EXPLAIN) in a read-only transaction, with a limit of rows " +
      "and of time, and returns columns and rows. Values go in as parameters. No change of data stays: the transaction is always taken back.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "database",
    actionType: "db:query",
    idempotency: "optional",
    idempotent: true,
    policy: databasePolicy(settings, "low"),
    requires: databaseSecrets("database.reader", settings),
    settings,
    gate: { text: [{ at: "/sql" }, { at: "/parameters/*" }] },
    outputContent: "verbatim",
    effect: "Read from the database: {/sql}",
    costTier: "low",
    examples: [
      {
        title: "Orders of a customer",
        input: { sql: "select id, total from orders where customer = $1", parameters: [42] },
      },
    ],
    failureModes,
    execute,
    declaredIn: import.meta.url,
  });
}

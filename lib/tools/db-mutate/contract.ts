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
  maxRows: z.number().int().min(1).max(10_000).describe("Take everything back if more rows than this would change."),
  timeoutSeconds,
});

export const output = z.strictObject({
  did: z.string().describe("In the server's words, such as UPDATE 3."),
  changed: z.number().int().min(0),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())).describe("What RETURNING gave."),
  truncated: z
    .boolean()
    .describe("Whether RETURNING gave more than is here (1 MiB); the change was made all the same."),
});

/** Changes rows of the installation's database, as a role that can change rows and nothing else. */
export function dbMutate(settings: DatabaseSettings) {
  return tool({
    name: "db_mutate",
    title: "Change rows of the database",
    summary: "Run one INSERT, UPDATE, DELETE or MERGE on the database.",
    description:
      "Runs one INSERT, UPDATE, DELETE or MERGE (also behind WITH) in a transaction and commits it, unless more rows would change than " +
      "maxRows says: then everything is taken back. Values go in as parameters.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "database",
    actionType: "db:mutate",
    idempotency: "required",
    idempotent: false,
    policy: databasePolicy(settings, "medium"),
    requires: databaseSecrets("database.writer", settings),
    settings,
    gate: { text: [{ at: "/sql" }, { at: "/parameters/*" }] },
    outputContent: "verbatim",
    effect: "Change at most {/maxRows} rows: {/sql}",
    costTier: "medium",
    examples: [
      {
        title: "Close an order",
        input: { sql: "update orders set state = $1 where id = $2", parameters: ["closed", 7], maxRows: 1 },
      },
    ],
    failureModes: [...failureModes, "too_many_rows: more rows would have changed than maxRows; nothing did."],
    execute,
    declaredIn: import.meta.url,
  });
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { checkRole } from "../postgres/check-role.ts";
import { type Connection, connect } from "../postgres/connect.ts";
import { mustBegin } from "../postgres/first-word.ts";
import { type DatabaseSettings, placeOf } from "../postgres/settings.ts";
import { within } from "../postgres/within.ts";
import type { input, output } from "./contract.ts";
import { holdRecord } from "./hold-record.ts";

/** What changes a schema and the rows that go with it. Nothing of this ends a transaction, changes who acts, or reaches the server's files. */
const CHANGES = [
  "alter",
  "comment",
  "create",
  "delete",
  "drop",
  "grant",
  "insert",
  "revoke",
  "truncate",
  "update",
  "with",
];
/** Of two that migrate at once, one waits for the other. */
const ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('airlock_migrations'))";

export const execute: Execute<typeof input, typeof output, DatabaseSettings> = async (call, { settings }) => {
  for (const sql of call.statements) {
    mustBegin(sql, CHANGES, "A migration changes the schema and rows.");
    refuseRoles(sql);
    if (/airlock_migrations/i.test(sql)) {
      throw failure("statement_refused", "What was migrated is written down by this tool, not by a migration.");
    }
  }
  const ca = settings.ca ? await readFile("/run/secrets/database.ca", "utf8") : undefined;
  const connection = await connect(placeOf(settings, ca), await readFile("/run/secrets/database.owner", "utf8"));
  try {
    await checkRole(connection, "owner");
    return await within(connection, "read write", call.timeoutSeconds ?? 15, () => apply(connection, call));
  } finally {
    connection.close();
  }
};

/** Roles, the server and whole databases are nobody's schema; the login of this tool is among them. */
function refuseRoles(sql: string): void {
  const isOfRoles = /^\W*(alter|create|drop|comment\s+on)\s+(role|user|group|system|database|tablespace)\b/i.test(sql);
  const givesRole = /^\W*(grant|revoke)\b/i.test(sql) && !/\son\s/i.test(sql);
  if (isOfRoles || givesRole || /\/\*|--/.test(sql)) {
    throw failure(
      "statement_refused",
      "A migration leaves roles, databases and the server alone, and holds no comments.",
    );
  }
}

async function apply(connection: Connection, { id, statements }: { id: string; statements: string[] }) {
  await connection.run(ONE_AT_A_TIME);
  await holdRecord(connection);
  const sha256 = createHash("sha256").update(JSON.stringify(statements)).digest("hex");
  const { rows } = await connection.run("select sha256 from airlock_migrations where id = $1", [id]);
  const [[known] = []] = rows;
  if (known === sha256) return { id, applied: false, did: [] };
  if (known) throw failure("migration_changed", `${id} was applied before, with other statements.`);
  const did: string[] = [];
  for (const sql of statements) did.push((await connection.run(sql)).tag);
  await connection.run("insert into airlock_migrations (id, sha256) values ($1, $2)", [id, sha256]);
  return { id, applied: true, did };
}

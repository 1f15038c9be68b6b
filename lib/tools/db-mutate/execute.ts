import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { checkFunctions } from "../postgres/check-functions.ts";
import { checkRole } from "../postgres/check-role.ts";
import { connect } from "../postgres/connect.ts";
import { mustBegin } from "../postgres/first-word.ts";
import { asText } from "../postgres/parameters.ts";
import { type DatabaseSettings, placeOf } from "../postgres/settings.ts";
import { within } from "../postgres/within.ts";
import type { input, output } from "./contract.ts";

const CHANGES = ["insert", "update", "delete", "merge", "with"];
const DID = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/;
const ALL_CHANGES =
  "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text from pg_catalog.pg_stat_xact_user_tables";
const RETURNED = { maxRows: 0, maxBytes: 1_048_576 };

export const execute: Execute<typeof input, typeof output, DatabaseSettings> = async (call, { settings }) => {
  mustBegin(call.sql, CHANGES, "db_query reads, db_migrate changes the schema.");
  const ca = settings.ca ? await readFile("/run/secrets/database.ca", "utf8") : undefined;
  const connection = await connect(placeOf(settings, ca), await readFile("/run/secrets/database.writer", "utf8"));
  try {
    await checkRole(connection, "writer");
    await checkFunctions(connection, call.sql, "writer");
    return await within(connection, "read write", call.timeoutSeconds ?? 15, async () => {
      const { tag, columns, rows, truncated } = await connection.run(call.sql, asText(call.parameters), RETURNED);
      const [, count] = DID.exec(tag) ?? [];
      if (count === undefined) throw failure("statement_refused", `It changed no rows by itself (${tag}).`);
      // The server's word is about the outer statement alone: what stands before it in WITH, cascades and triggers count too.
      const { rows: all } = await connection.run(ALL_CHANGES);
      const changed = Math.max(Number(count), Number(all[0]?.[0] ?? 0));
      if (changed > call.maxRows) {
        throw failure("too_many_rows", `${changed} rows would have changed, more than ${call.maxRows}; none did.`);
      }
      return { did: tag, changed, columns: [...columns], rows: rows.map((row) => [...row]), truncated };
    });
  } finally {
    connection.close();
  }
};

import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { checkFunctions } from "../postgres/check-functions.ts";
import { checkRole } from "../postgres/check-role.ts";
import { connect } from "../postgres/connect.ts";
import { mustBegin } from "../postgres/first-word.ts";
import { asText } from "../postgres/parameters.ts";
import { type DatabaseSettings, placeOf } from "../postgres/settings.ts";
import { within } from "../postgres/within.ts";
import type { input, output } from "./contract.ts";

const READS = ["select", "with", "values", "table", "show", "explain"];
const BYTES_MAX = 1_048_576;

export const execute: Execute<typeof input, typeof output, DatabaseSettings> = async (call, { settings }) => {
  mustBegin(call.sql, READS, "db_mutate changes rows, db_migrate changes the schema.");
  const ca = settings.ca ? await readFile("/run/secrets/database.ca", "utf8") : undefined;
  const connection = await connect(placeOf(settings, ca), await readFile("/run/secrets/database.reader", "utf8"));
  try {
    await checkRole(connection, "reader");
    await checkFunctions(connection, call.sql, "reader");
    const bounds = { maxRows: call.maxRows ?? 100, maxBytes: BYTES_MAX };
    const { columns, rows, truncated } = await within(connection, "read only", call.timeoutSeconds ?? 15, () =>
      connection.run(call.sql, asText(call.parameters), bounds),
    );
    return { columns: [...columns], rows: rows.map((row) => [...row]), truncated };
  } finally {
    connection.close();
  }
};

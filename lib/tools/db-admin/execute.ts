import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { checkRole } from "../postgres/check-role.ts";
import { connect } from "../postgres/connect.ts";
import { type DatabaseSettings, placeOf } from "../postgres/settings.ts";
import type { input, output } from "./contract.ts";

const ACTIVITY = `select pid::text, usename, state, wait_event_type, left(query, 200) as query, now() - query_start as since
  from pg_catalog.pg_stat_activity where datname = current_database() order by query_start nulls last limit 100`;
const SIZES = `select n.nspname as schema, c.relname as name, pg_total_relation_size(c.oid)::text as bytes, c.reltuples::bigint::text as rows
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') order by pg_total_relation_size(c.oid) desc limit 50`;

export const execute: Execute<typeof input, typeof output, DatabaseSettings> = async (call, { settings }) => {
  const ca = settings.ca ? await readFile("/run/secrets/database.ca", "utf8") : undefined;
  const connection = await connect(placeOf(settings, ca), await readFile("/run/secrets/database.owner", "utf8"));
  try {
    await checkRole(connection, "owner");
    const milliseconds = String((call.timeoutSeconds ?? 15) * 1_000);
    await connection.run(
      "select set_config('statement_timeout', $1, false), set_config('lock_timeout', '5000', false)",
      [milliseconds],
    );
    const { tag, columns, rows } = await connection.run(...statementOf(call.action));
    return { did: tag, columns: [...columns], rows: rows.map((row) => [...row]) };
  } finally {
    connection.close();
  }
};

type Action = Parameters<typeof execute>[0]["action"];

function statementOf(action: Action): [sql: string, parameters: string[]] {
  switch (action.kind) {
    case "activity":
      return [ACTIVITY, []];
    case "sizes":
      return [SIZES, []];
    case "cancel":
      return ["select pg_cancel_backend($1)::text as cancelled", [String(action.pid)]];
    case "analyze":
      return [`analyze ${quoted(action.table)}`, []];
    case "vacuum":
      return [`vacuum (analyze) ${quoted(action.table)}`, []];
    case "reindex":
      return [`reindex table ${quoted(action.table)}`, []];
  }
}

/** The schema lets only plain names through; in quotes they are nothing but names. */
function quoted(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}

import { failure } from "../failures/failure.ts";
import type { Connection } from "./connect.ts";

/**
 * Against: effects that no transaction takes back. A read-only one still lets a statement end other sessions of its login, take locks that
 * others wait for, send notices, or run a text as SQL. All of that is done by functions of the server's own that it calls volatile, and by a few of its
 * extensions that run a text; of those a statement may name only what is harmless. Names are looked for in the whole text, strings and comments too: there is no way to call a function of
 * the server whose name does not stand there, save the escaped names that are refused. What is meant as a value goes in as a parameter.
 */
const HARMLESS = [
  ...[
    "random",
    "random_normal",
    "setseed",
    "gen_random_uuid",
    "uuidv4",
    "uuidv7",
    "clock_timestamp",
    "timeofday",
    "pg_sleep",
  ],
  ...[
    "pg_relation_size",
    "pg_total_relation_size",
    "pg_table_size",
    "pg_indexes_size",
    "pg_database_size",
    "pg_tablespace_size",
  ],
  ...["uuid_generate_v1", "uuid_generate_v4", "gen_random_bytes", "gen_salt", "currval", "lastval"],
];
/** A writer's keys come from sequences. */
const OF_WRITERS = ["nextval", "setval"];
/**
 * What runs a text as SQL and is called stable all the same, in extensions that come with the server (tablefunc, xml2): with it a name need not stand in the
 * statement, since the text can be put together there. Told by what they are made of, for several names lead to one.
 */
const RUN_TEXT = ["crosstab", "crosstab_hash", "connectby_text", "connectby_text_serial", "xpath_table"];

const EFFECTIVE = `select p.proname from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang
  where p.proname = any ($1::text[]) and p.proname <> all ($2::text[]) and l.lanname in ('internal', 'c')
    and (p.provolatile = 'v' or p.prosrc = any ($3::text[]))
  order by 1 limit 1`;

export async function checkFunctions(connection: Connection, sql: string, kind: "reader" | "writer"): Promise<void> {
  const folded = fold(sql);
  if (folded.includes('u&"')) throw failure("statement_refused", 'Names are written as they are, without U&"".');
  const words = [...new Set(folded.match(/[a-z_][a-z0-9_]*/g))];
  const allowed = kind === "writer" ? [...HARMLESS, ...OF_WRITERS] : HARMLESS;
  const { rows } = await connection.run(EFFECTIVE, [asArray(words), asArray(allowed), asArray(RUN_TEXT)]);
  const [[name] = []] = rows;
  if (name) {
    throw failure(
      "statement_refused",
      `The server's function ${name} can do more than read or change rows, so a statement may not name it. Pass it as a parameter if it is a value.`,
    );
  }
}

/** As a server of any encoding and language may fold a name: without case and without marks. */
function fold(sql: string): string {
  return sql.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Plain words need no quotes. */
function asArray(words: readonly string[]): string {
  return `{${words.map((word) => `"${word}"`).join(",")}}`;
}

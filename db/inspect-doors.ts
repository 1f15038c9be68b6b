import type { Sql } from "postgres";
import { LOGIN_NAMES, roleOf } from "#db/logins.ts";

/** As `server.sql` has it. */
export const DOORS_OF_EVERYBODY =
  "^(lo_|lowrite|loread|pg_(try_)?advisory_|pg_logical_emit_message|pg_export_snapshot|pg_(terminate|cancel)_backend|(pg_current_xact_id|txid_current)$)";

/**
 * What the run-time logins could still do on this server beyond their functions, a sentence each: nothing where `server.sql` was run
 * by a superuser and nobody but them signs in.
 */
export async function inspectDoors(sql: Sql): Promise<string[]> {
  const logins = LOGIN_NAMES.map(roleOf);
  const [known] = await sql<{ all: boolean }[]>`
    select count(*) = ${logins.length} as all from pg_roles where rolname = any (${logins})`;
  if (!known?.all) return ["It was not migrated yet: its logins are missing."];
  const [open] = await sql<
    { functions: string[]; language: boolean; databases: string[]; unlimited: string[]; prepared: boolean }[]
  >`
    select
      array(select distinct p.proname::text from pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ ${DOORS_OF_EVERYBODY}
          and exists (select from unnest(${logins}::text[]) l where has_function_privilege(l, p.oid, 'execute')) order by 1) as functions,
      exists (select from unnest(${logins}::text[]) l where has_language_privilege(l, 'plpgsql', 'usage')) as language,
      array(select d.datname::text from pg_database d
        where d.datallowconn and d.datname <> current_database()
          and exists (select from unnest(${logins}::text[]) l where has_database_privilege(l, d.oid, 'connect')) order by 1) as databases,
      array(select l from unnest(${logins}::text[]) l where not exists (
        select from pg_db_role_setting s, unnest(s.setconfig) c
        where s.setrole = l::regrole and s.setdatabase = 0 and starts_with(c, 'temp_file_limit=')) order by 1) as unlimited,
      current_setting('max_prepared_transactions')::int > 0 as prepared`;
  if (!open) return [];
  return [
    ...(open.functions.length > 0 ? [`Its logins may call ${open.functions.join(", ")}.`] : []),
    ...(open.language ? ["Its logins may run blocks of PL/pgSQL."] : []),
    ...(open.databases.length > 0 ? [`Its logins may enter other databases: ${open.databases.join(", ")}.`] : []),
    ...(open.unlimited.length > 0 ? [`No temp_file_limit holds for ${open.unlimited.join(", ")}.`] : []),
    ...(open.prepared ? ["max_prepared_transactions is not 0."] : []),
  ];
}

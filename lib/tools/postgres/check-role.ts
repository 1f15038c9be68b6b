import { failure } from "../failures/failure.ts";
import type { Connection } from "./connect.ts";

/**
 * A credential that can do more than its tool is for would make the tool's class untrue: statements run as the role that
 * signed in, and SQL can change to any role that this one is a member of. So a role with such a way out is refused.
 */
const QUESTION = `
  select r.rolname,
    concat_ws(', ', case when r.rolsuper then 'superuser' end, case when r.rolcreaterole then 'createrole' end,
      case when r.rolcreatedb then 'createdb' end, case when r.rolreplication then 'replication' end,
      case when r.rolbypassrls then 'bypassrls' end) as powers,
    (select coalesce(string_agg(g.rolname, ','), '') from pg_catalog.pg_roles g
      where g.oid <> r.oid and pg_catalog.pg_has_role(r.oid, g.oid, 'member')) as groups
  from pg_catalog.pg_roles r where r.rolname = session_user`;

const READING = ["pg_read_all_data", "pg_read_all_settings", "pg_read_all_stats", "pg_stat_scan_tables", "pg_monitor"];
export const MAY_BE_IN = {
  reader: READING,
  writer: [...READING, "pg_write_all_data"],
  owner: [...READING, "pg_write_all_data", "pg_database_owner", "pg_maintain", "pg_signal_backend", "pg_checkpoint"],
} as const;

export async function checkRole(connection: Connection, kind: keyof typeof MAY_BE_IN): Promise<void> {
  const { rows } = await connection.run(QUESTION);
  const [name, powers, groups] = rows[0] ?? [];
  const allowed: readonly string[] = MAY_BE_IN[kind];
  const outside = (groups ?? "").split(",").filter((group) => group !== "" && !allowed.includes(group));
  const reasons = [...(powers ? [`it has ${powers}`] : []), ...outside.map((group) => `it is a member of ${group}`)];
  if (reasons.length > 0) {
    throw failure(
      "role_too_strong",
      `The kept login ${name} can do more than a ${kind} should: ${reasons.join("; ")}.`,
    );
  }
}

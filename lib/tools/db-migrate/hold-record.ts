import { failure } from "../failures/failure.ts";
import type { Connection } from "../postgres/connect.ts";

const KEPT_IN = `create table if not exists airlock_migrations (
  id text primary key, sha256 text not null, applied_at timestamptz not null default now())`;
/**
 * Whoever may write rows of every table must not write these: a migration marked as applied would be left out, and one unmarked applied twice. Row security without
 * a policy leaves a table to its owner, also before roles that may write everything; what it does not cover is taken away.
 */
const HELD = [
  "alter table airlock_migrations enable row level security",
  "revoke all on airlock_migrations from public",
];
const GRANTED = `select distinct a.grantee::regrole::text from pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a
  where c.oid = 'airlock_migrations'::regclass and a.grantee not in (0, c.relowner)`;
const FLAW = `select case when c.relowner <> current_user::regrole then 'belongs to another role'
    when exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid) then 'has a policy that opens it'
    when exists (select from pg_catalog.pg_rewrite w where w.ev_class = c.oid) or exists (select from pg_catalog.pg_trigger t where t.tgrelid = c.oid) then 'has rules or triggers'
    when c.relkind <> 'r' then 'is no plain table' end
  from pg_catalog.pg_class c where c.oid = 'airlock_migrations'::regclass`;

/** The table of what was migrated, made where it is not there, and its owner's alone; refused where others could have written it. */
export async function holdRecord(connection: Connection): Promise<void> {
  await connection.run(KEPT_IN);
  const [[flaw] = []] = (await connection.run(FLAW)).rows;
  if (flaw) {
    throw failure(
      "migrations_table_unsafe",
      `The table airlock_migrations ${flaw}, so what it says cannot be relied on.`,
    );
  }
  for (const sql of HELD) await connection.run(sql);
  const { rows } = await connection.run(GRANTED);
  for (const [role] of rows) await connection.run(`revoke all on airlock_migrations from ${role}`);
}

import type { TransactionSql } from "postgres";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { readSqlSources } from "./sources.ts";

/**
 * Replaces every function, trigger and grant by what the files say, when any file changed. All of it is dropped first:
 * an old signature left behind would be a second door.
 */
export async function applyFunctions(sql: TransactionSql, force: boolean): Promise<boolean> {
  const sources = readSqlSources();
  const [state] = await sql<{ hash: string }[]>`select hash from airlock.sql_state`;
  if (state?.hash === sources.hash && !force) return false;

  await giveToOwners(sql);
  await dropFunctions(sql);
  await as(sql, "airlock_owner", [...sources.owned, ...sources.ownedTriggers, sources.reference]);
  await as(sql, "airlock_audit_owner", [...sources.auditOwned, ...sources.auditTriggers]);
  await keepPolicy(sql);
  await sql.unsafe(sources.grants);
  await sql`insert into airlock.sql_state values (1, ${sources.hash}) on conflict (one) do update set hash = excluded.hash`;
  return true;
}

async function as(sql: TransactionSql, role: string, texts: readonly string[]): Promise<void> {
  await sql.unsafe(`set local role ${role}`);
  // Functions refer to each other; which file comes first must not matter.
  await sql.unsafe("set local check_function_bodies = off");
  for (const text of texts) await sql.unsafe(text);
  await sql.unsafe("reset role");
}

/** Tables are made by whoever migrates; from here on they belong to the owners, which nobody can log in as. */
async function giveToOwners(sql: TransactionSql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare item record;
    begin
      if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('grant airlock_owner, airlock_audit_owner, airlock_housekeeper to %I', current_user);
      end if;
      execute format('revoke create, temporary on database %I from public', current_database());
      alter schema agents owner to airlock_owner;
      alter schema airlock owner to airlock_owner;
      alter schema audit owner to airlock_audit_owner;
      if to_regnamespace('graphile_worker') is null then
        create schema graphile_worker authorization airlock_housekeeper;
      end if;
      for item in select schemaname, tablename from pg_tables where schemaname in ('agents', 'airlock', 'audit') loop
        execute format('alter table %I.%I owner to %I', item.schemaname, item.tablename,
          case item.schemaname when 'audit' then 'airlock_audit_owner' else 'airlock_owner' end);
      end loop;
      alter default privileges for role airlock_owner revoke execute on functions from public;
      alter default privileges for role airlock_audit_owner revoke execute on functions from public;
    end $$`);
}

async function dropFunctions(sql: TransactionSql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare item record;
    begin
      -- Views first: a function that goes would take the view along that calls it, and functions of its rows, while we count them.
      for item in select c.oid::regclass as name from pg_class c where c.relnamespace = 'airlock'::regnamespace and c.relkind = 'v' loop
        execute 'drop view if exists ' || item.name || ' cascade';
      end loop;
      for item in
        select p.oid::regprocedure as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('agents', 'airlock', 'audit')
      loop
        execute 'drop function if exists ' || item.signature || ' cascade';
      end loop;
    end $$`);
}

/** A database that has no policy yet gets the one that ships. From then on people decide which one it has. */
async function keepPolicy(sql: TransactionSql): Promise<void> {
  const [some] = await sql`select from agents.policy_in_force`;
  if (some) return;
  const [made] = await sql<{ version: number }[]>`
    insert into agents.policy_versions (version, document, reason, created_at)
    select coalesce(max(v.version), 0) + 1, ${sql.json(POLICY_AS_SHIPPED)}, 'As shipped.', now() from agents.policy_versions v
    returning version`;
  await sql`select airlock.put_in_force(${made?.version ?? 1})`;
}

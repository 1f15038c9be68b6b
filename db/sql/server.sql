-- What PostgreSQL gives to everybody and our logins do not need. Only a superuser can take it away: where one migrates, every
-- migration does; elsewhere one runs this file once in Airlock's database, after the first migration (docs/operations.md).
do $server$
declare
  item record;
begin
  -- Large objects and messages in the log are storage that every login could fill; an advisory lock that a login keeps would hold up
  -- migrations; an exported snapshot holds back clean-up. A login could end the sessions of its own name, the watchdog's too; a
  -- transaction that took a number and does nothing holds back everybody's events.
  for item in select p.oid::regprocedure as signature from pg_catalog.pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and p.proname ~ '^(lo_|lowrite|loread|pg_(try_)?advisory_|pg_logical_emit_message|pg_export_snapshot|pg_(terminate|cancel)_backend|(pg_current_xact_id|txid_current)$)'
  loop
    execute 'revoke execute on function ' || item.signature || ' from public';
  end loop;
  grant execute on function pg_advisory_xact_lock(bigint), pg_advisory_xact_lock_shared(bigint), pg_try_advisory_xact_lock(bigint), pg_current_xact_id(), pg_terminate_backend(int, bigint) to airlock_owner;
  -- What keeps two migrations apart: whoever migrates without being a superuser is a member of the owner.
  grant execute on function pg_advisory_lock(bigint) to airlock_owner;

  -- A block can commit on its way and begin again. Only who migrates writes blocks and functions, as one of the owners; it lends
  -- this to the housekeeper while its queue is laid out.
  revoke usage on language plpgsql from public;
  grant usage on language plpgsql to airlock_owner with grant option;
  grant usage on language plpgsql to airlock_audit_owner;

  -- All of this is so in this database alone, so they enter no other. Not where another login would lose its way in there.
  execute format('grant connect on database %I to airlock_web, airlock_gateway, airlock_worker, airlock_auditor, airlock_checkpointer, airlock_housekeeper',
    current_database());
  if not exists (
    select from pg_catalog.pg_roles r where r.rolcanlogin and not r.rolsuper
      and r.rolname not in ('airlock_web', 'airlock_gateway', 'airlock_worker', 'airlock_auditor', 'airlock_checkpointer', 'airlock_housekeeper')
  ) then
    for item in select d.datname as name from pg_catalog.pg_database d where d.datname in ('postgres', 'template1') and d.datname <> current_database() loop
      execute format('revoke connect on database %I from public', item.name);
    end loop;
  end if;

  -- What a statement puts aside on the disk, or a cursor keeps there.
  for item in select unnest(array['airlock_web', 'airlock_gateway', 'airlock_worker', 'airlock_checkpointer', 'airlock_housekeeper']) as name loop
    execute format('alter role %I set temp_file_limit = ''256MB''', item.name);
  end loop;
  alter role airlock_auditor set temp_file_limit = '1GB';
end
$server$;

-- The roles of the database. Owners and the service role cannot log in; each login may do one job and no other.
-- Passwords are set apart from this file, so that it holds no secret.
do $roles$
declare
  name text;
  place text;
begin
  foreach name in array array['airlock_owner', 'airlock_audit_owner', 'airlock_service'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I nologin noinherit', name);
    end if;
  end loop;
  foreach name in array array[
    'airlock_web', 'airlock_gateway', 'airlock_worker', 'airlock_auditor', 'airlock_checkpointer', 'airlock_housekeeper'
  ] loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I login noinherit nosuperuser nocreatedb nocreaterole', name);
    end if;
    -- A login may change its own settings, and they would outlive the intruder who did.
    execute format('alter role %I reset all', name);
    for place in
      select d.datname from pg_catalog.pg_db_role_setting s join pg_catalog.pg_database d on d.oid = s.setdatabase
      where s.setrole = name::regrole
    loop
      execute format('alter role %I in database %I reset all', name, place);
    end loop;
    -- No login can take all connections and shut the others out.
    execute format('alter role %I connection limit %s', name, greatest(10, current_setting('max_connections')::int * 3 / 10));
  end loop;
end
$roles$;

-- A statement that hangs must not hold a decision or a lane for everybody else.
alter role airlock_web set statement_timeout = '5s';
alter role airlock_web set lock_timeout = '500ms';
alter role airlock_web set idle_in_transaction_session_timeout = '5s';
alter role airlock_gateway set statement_timeout = '2s';
alter role airlock_gateway set lock_timeout = '250ms';
alter role airlock_gateway set idle_in_transaction_session_timeout = '2s';
alter role airlock_worker set statement_timeout = '5s';
alter role airlock_worker set lock_timeout = '500ms';
alter role airlock_worker set idle_in_transaction_session_timeout = '5s';
-- A connection that was opened while the tables were small would keep plans that read them whole, for as long as it lives.
alter role airlock_gateway set enable_seqscan = off;
alter role airlock_worker set enable_seqscan = off;
-- Its own watchdog would end it at ten seconds.
alter role airlock_housekeeper set statement_timeout = '8s';
alter role airlock_housekeeper set lock_timeout = '2s';
alter role airlock_housekeeper set idle_in_transaction_session_timeout = '5s';
alter role airlock_auditor set statement_timeout = '60s';
alter role airlock_auditor set lock_timeout = '5s';
alter role airlock_auditor set idle_in_transaction_session_timeout = '60s';
alter role airlock_auditor set default_transaction_read_only = on;
alter role airlock_checkpointer set statement_timeout = '5s';
alter role airlock_checkpointer set lock_timeout = '2s';
alter role airlock_checkpointer set idle_in_transaction_session_timeout = '5s';
alter role airlock_checkpointer set default_transaction_read_only = on;

-- All of these are the session's own to change, so a stolen login can switch them off; agents.fn_end_stale_transactions ends
-- what stays. For that the owner may see and signal the sessions of these six, and of nobody else on the server: it has
-- their privileges, which it has anyway but for the queue, and cannot become them. Whoever made the roles may grant it.
grant airlock_web, airlock_gateway, airlock_worker, airlock_auditor, airlock_checkpointer, airlock_housekeeper
  to airlock_owner with inherit true, set false;

-- The roles of the database. Owners and the service role cannot log in; each login may do one job and no other.
-- Passwords are set apart from this file, so that it holds no secret.
do $roles$
declare
  name text;
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
alter role airlock_housekeeper set statement_timeout = '30s';
alter role airlock_auditor set statement_timeout = '60s';
alter role airlock_auditor set default_transaction_read_only = on;
alter role airlock_checkpointer set statement_timeout = '5s';
alter role airlock_checkpointer set default_transaction_read_only = on;

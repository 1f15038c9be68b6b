-- The watchdog: ends every session of a run-time login whose transaction, or whose statement, is older than any of ours needs, on
-- whatever database of the server. Time limits are settings that a stolen login can switch off; it would hold a lane, an agent's rows or
-- everybody's events for as long as it likes. One message or block can commit on its way and begin again, so the age of the statement
-- counts as well. An auditor may read one snapshot for long, as long as it writes nothing; and a person's act that has written nothing
-- and itself waits for a lock is left to outlast those who hold it (agents.fn_freeze_agent).
--
-- Also ended: who keeps an advisory lock without a transaction, which nothing of ours does, and who listens and no longer takes what it
-- is told, for which the server keeps every later hint of everybody.
--
-- Signals first, and by nothing but process numbers: no lock that an intruder could hold is asked for before they are gone.
-- The entry comes last and waits for its lane a moment only. Without it this fails, and says whom it ended all the same.
create function agents.fn_end_stale_transactions()
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
as $$
declare
  looked_at constant timestamptz := clock_timestamp();
  -- Looked at before the sessions: whoever held one then and was idle before that already holds it without a transaction.
  keeping constant int[] := array(select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted);
  ended jsonb;
  total int;
begin
  with stale as materialized (
    select s.pid, s.usename::text as login from pg_stat_activity s
    where s.backend_type = 'client backend' and s.pid <> pg_backend_pid()
      and s.usename in ('airlock_web', 'airlock_gateway', 'airlock_worker', 'airlock_auditor', 'airlock_checkpointer', 'airlock_housekeeper')
      and (least(s.xact_start, case when s.state <> 'idle' then s.query_start end) < looked_at - case
          when s.usename = 'airlock_auditor' and s.backend_xid is null then interval '15 minutes'
          when s.usename = 'airlock_web' and s.backend_xid is null and s.wait_event_type = 'Lock' then interval '30 seconds'
          else interval '10 seconds' end
        or (s.state = 'idle' and s.state_change < looked_at and s.pid = any (keeping))
        or (s.state = 'idle' and s.state_change < looked_at - interval '10 seconds' and s.wait_event = 'ClientWrite'))
  ), signalled as materialized (
    select s.login, pg_terminate_backend(s.pid, 0) as reached from stale s
  ), counted as (
    select s.login, count(*)::int as sessions from signalled s where s.reached group by s.login
  )
  select coalesce(jsonb_object_agg(c.login, c.sessions), '{}'), coalesce(sum(c.sessions), 0)::int into ended, total from counted c;
  if total > 0 then
    begin
      perform audit.append('system', 'watchdog.ended', 'installation:sessions', jsonb_build_object('logins', ended));
    exception when lock_not_available then
      raise exception using errcode = 'lock_not_available', message = format('Ended %s, and the log''s lane was still held, so no entry says so.', ended);
    end;
  end if;
  return total;
end
$$;

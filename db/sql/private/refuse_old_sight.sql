-- A transaction that sees the database as it was when it began would not see a revoked key, a thrown switch or an ended
-- session. What ends a key, a session, a proof, a question or a released call is compared with the clock on the wall, for the same reason: now()
-- and statement_timestamp() are the caller's, who may let a transaction, a block or a message of several statements last. Where now() is
-- compared (ends of rules in a policy, leases), it lags by what the watchdog allows (agents.fn_end_stale_transactions).
create function airlock.refuse_old_sight()
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform airlock.refuse('AL026', 'These functions run in transactions that read what is committed now: READ COMMITTED.');
  end if;
end
$$;

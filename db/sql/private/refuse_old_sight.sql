-- A transaction that sees the database as it was when it began would not see a revoked key, a thrown switch or an ended
-- session. Times are compared with the statement's, for the same reason.
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

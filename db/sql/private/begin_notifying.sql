-- Before the first channel speaks (or again after none did), what lies behind is nobody's news: reading starts with the transaction
-- that turns it on. While another channel listens, the place is kept.
create function airlock.begin_notifying()
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  insert into agents.notification_cursor as c (one, txid, event_id) values (1, pg_current_xact_id(), 0)
  on conflict (one) do update set txid = excluded.txid, event_id = excluded.event_id
  where not exists (select from agents.notification_channels n where n.enabled and n.retired_at is null)
$$;

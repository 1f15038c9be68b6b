-- Before the first channel speaks (or again after none did), what lies behind is nobody's news: reading starts at the oldest transaction
-- that is still open. While another channel listens, the place is kept.
create function airlock.begin_notifying()
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  insert into agents.notification_cursor as c (one, txid, event_id) values (1, pg_snapshot_xmin(pg_current_snapshot()), 0)
  on conflict (one) do update set txid = excluded.txid, event_id = excluded.event_id
  where not exists (select from agents.notification_channels n where n.enabled and n.retired_at is null)
$$;

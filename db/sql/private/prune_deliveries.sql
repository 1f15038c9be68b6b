-- The log of deliveries is kept for 30 days. In bites, so that a sweep stays short.
create function airlock.prune_deliveries(p_limit int)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  delete from agents.notification_deliveries where id in (
    select d.id from agents.notification_deliveries d
    where d.created_at < now() - interval '30 days' order by d.created_at for update skip locked limit p_limit * 10)
$$;

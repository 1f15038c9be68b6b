-- Tells whoever listens, at the commit. The queue of all databases is one, and any login that listens and takes nothing can fill it; then
-- whatever tells something fails when it commits. So nothing is told where it is half full: a decision, a quarantine or a step down
-- must not fail for want of a hint.
create function airlock.hint(p_channel text, p_payload text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_notification_queue_usage() < 0.5 then
    perform pg_notify(p_channel, p_payload);
  end if;
end
$$;

-- Whoever takes a call is a registered worker and takes it for a time that ends.
create function airlock.check_taker(p_worker uuid, p_lease_seconds int)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.refuse_old_sight();
  if coalesce(p_lease_seconds, 0) not between 1 and 3600 then
    perform airlock.refuse('AL026', 'A lease lasts 1 to 3600 seconds.');
  end if;
  if not exists (select from agents.workers w where w.id = p_worker and w.stopped_at is null) then
    perform airlock.refuse('AL028', 'This worker is not registered, or has left.');
  end if;
end
$$;

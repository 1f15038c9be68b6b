-- Wakes whoever listens: pages and agents that wait, and with `p_work` the dispatchers. The hint is empty, for any
-- listener could read it; and it may be lost, so everybody also looks by themselves.
create function airlock.wake(p_work boolean default false)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.hint('airlock_events', '');
  if p_work then
    perform airlock.hint('airlock_work', '');
  end if;
end
$$;

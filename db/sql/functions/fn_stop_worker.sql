-- A dispatcher leaves in order.
create function agents.fn_stop_worker(p_worker uuid)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.workers set stopped_at = now(), last_seen_at = now() where id = p_worker and stopped_at is null;
  if found then
    perform audit.append('worker:' || p_worker, 'worker.stopped', 'worker:' || p_worker, '{}');
  end if;
end
$$;

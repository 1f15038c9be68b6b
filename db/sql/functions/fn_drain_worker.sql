-- An admin takes a worker out of service, or back into it. What it runs goes on to its end; from this commit on it is
-- given nothing new, whatever its process believes.
create function agents.fn_drain_worker(p_session text, p_worker uuid, p_draining boolean)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
begin
  if p_draining is null then
    perform airlock.refuse('AL026', 'Say whether the dispatcher is to be drained.');
  end if;
  update agents.workers w
  set draining_since = case when p_draining then now() end, drained_by = case when p_draining then admin.id end
  where w.id = p_worker and w.stopped_at is null and (w.draining_since is not null) <> p_draining;
  if not found then
    if not exists (select from agents.workers w where w.id = p_worker and w.stopped_at is null) then
      perform airlock.refuse('AL028', 'There is no such dispatcher, or it has left.');
    end if;
    return;
  end if;
  perform audit.append('person:' || admin.id, case when p_draining then 'worker.draining' else 'worker.resumed' end,
    'worker:' || p_worker, '{}');
end
$$;

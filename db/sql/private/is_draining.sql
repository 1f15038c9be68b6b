-- Whether an admin has taken this worker out of service. Asked wherever it would take something: a call, a lost call, a server.
create function airlock.is_draining(p_worker uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from agents.workers w where w.id = p_worker and w.draining_since is not null)
$$;

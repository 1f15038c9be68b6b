-- A dispatcher says it is there, what its machine can isolate and how it stands. Called again with its id, it is a sign of life.
create function agents.fn_register_worker(p_worker uuid, p_name text, p_backends jsonb, p_state jsonb default '{}')
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  worker uuid := coalesce(p_worker, airlock.new_id());
begin
  if coalesce(btrim(p_name), '') = '' or jsonb_typeof(p_backends) is distinct from 'array' or pg_column_size(p_backends) > 65536
    or jsonb_typeof(p_state) is distinct from 'object' or pg_column_size(p_state) > 65536
  then
    perform airlock.refuse('AL026', 'A worker has a name, the list of what its machine can isolate, and says how it stands.');
  end if;
  if p_worker is not null then
    update agents.workers set last_seen_at = now(), backends = p_backends, state = p_state, stopped_at = null where id = worker;
    if not found then
      perform airlock.refuse('AL028', 'This worker is not registered.');
    end if;
  else
    insert into agents.workers (id, name, started_at, last_seen_at, backends, state)
    values (worker, left(p_name, 200), now(), now(), p_backends, p_state);
    perform audit.append('worker:' || worker, 'worker.started', 'worker:' || worker, jsonb_build_object('name', left(p_name, 200)));
  end if;
  return worker;
end
$$;

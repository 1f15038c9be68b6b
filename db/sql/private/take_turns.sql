-- Lets the calls of one agent to one tool in one session be decided one after the other, where how many there were decides.
create function airlock.take_turns(p_agent uuid, p_tool uuid, p_session_id text)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(airlock.lock_name(concat_ws('/', p_agent, p_tool, p_session_id)))
$$;

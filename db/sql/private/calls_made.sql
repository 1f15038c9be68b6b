-- How many calls of a tool an agent has made in a session or a task, counted no further than asked for.
create function airlock.calls_made(p_agent uuid, p_tool uuid, p_per text, p_session_id text, p_task_id text, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int from (
    select from airlock.calls_in(p_agent, p_tool, p_per, p_session_id, p_task_id) i
    where i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    limit p_most
  ) made
$$;

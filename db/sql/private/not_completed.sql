-- Which of these tools the agent has not completed yet in a session or a task; null when none is missing.
create function airlock.not_completed(p_agent uuid, p_tools text[], p_per text, p_session_id text, p_task_id text)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select left(string_agg(needed.name, ', '), 350) from unnest(p_tools) needed(name)
  where not exists (
    select from agents.tools_registry t, airlock.calls_in(p_agent, t.id, p_per, p_session_id, p_task_id) i
    where t.name = needed.name and i.status = 'completed')
$$;

-- Which of these tools the agent has not completed yet in a session or a task; null when none is missing.
create function airlock.not_completed(p_agent uuid, p_tools text[], p_per text, p_session_id text, p_task_id text)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select left(string_agg(needed.name, ', '), 350) from unnest(p_tools) needed(name)
  where not exists (
    select from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
    where t.name = needed.name and i.agent_id = p_agent and i.status = 'completed'
      and case p_per when 'task' then i.task_id is not distinct from p_task_id else i.session_id is not distinct from p_session_id end)
$$;

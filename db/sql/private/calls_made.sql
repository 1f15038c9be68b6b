-- How many calls of a tool an agent has made in a session or a task (those without one share one), counted no further than asked for.
create function airlock.calls_made(p_agent uuid, p_tool uuid, p_per text, p_session_id text, p_task_id text, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int from (
    select from agents.tool_invocations i
    where i.agent_id = p_agent and i.tool_id = p_tool
      and case p_per when 'task' then i.task_id is not distinct from p_task_id else i.session_id is not distinct from p_session_id end
      and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    limit p_most
  ) made
$$;

-- How many actions of a type an agent has asked about in a session or a task, counted no further than asked for; those without one share one. Counted as
-- calls are (airlock.calls_made): what was denied or rejected does not count.
create function airlock.actions_made(p_agent uuid, p_action_type text, p_per text, p_session_id text, p_task_id text, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int from (
    select from agents.actions a
    where a.agent_id = p_agent and a.action_type = p_action_type and a.status not in ('denied', 'rejected') and a.id is distinct from p_except
      and case p_per when 'task' then a.task_id is not distinct from p_task_id else a.session_id is not distinct from p_session_id end
    limit p_most
  ) made
$$;

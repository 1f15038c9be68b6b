-- How often an agent has done what a word for actions means, in a session or a task, counted no further than asked for; those without one share one. The
-- calls of all tools that do such things and the actions that are no tool's count together: otherwise another tool of the same kind would
-- be as many times more. Counted as calls are (airlock.calls_made): what was denied or rejected does not count.
create function airlock.made_together(p_agent uuid, p_word text, p_per text, p_session_id text, p_task_id text, p_except uuid, p_most int)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int from (
    select from unnest(airlock.tools_meant('action', p_word)) meant (id), airlock.calls_in(p_agent, meant.id, p_per, p_session_id, p_task_id) i
    where i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    union all
    select from agents.actions a
    where a.agent_id = p_agent and a.status not in ('denied', 'rejected') and a.id is distinct from p_except
      and case p_per when 'task' then a.task_id is not distinct from p_task_id else a.session_id is not distinct from p_session_id end
      and p_word = any (airlock.words_for(a.action_type, airlock.category_of_action(a.action_type)))
    limit p_most
  ) made
$$;

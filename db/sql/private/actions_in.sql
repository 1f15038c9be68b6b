-- The actions of a type that an agent asked about in a session or a task; those without one share one. A branch for each way to look them up, as
-- of calls (airlock.calls_in), and without settings of its own for the same reason.
create function airlock.actions_in(p_agent uuid, p_type text, p_per text, p_session_id text, p_task_id text)
returns setof agents.actions language sql stable
as $$
  select a.* from agents.actions a where p_per = 'task' and a.agent_id = p_agent and a.task_id = p_task_id and a.action_type = p_type
  union all
  select a.* from agents.actions a where p_per <> 'task' and a.agent_id = p_agent and a.session_id = p_session_id and a.action_type = p_type
  union all
  select a.* from agents.actions a
  where p_per = 'task' and p_task_id is null and a.agent_id = p_agent and a.task_id is null and a.action_type = p_type
  union all
  select a.* from agents.actions a
  where p_per <> 'task' and p_session_id is null and a.agent_id = p_agent and a.session_id is null and a.action_type = p_type
$$;

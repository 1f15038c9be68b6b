-- The calls of a tool that an agent made in a session or a task; those without one share one. A branch for each way to look them up, of which
-- one is run: a condition that asks all of it of each row would read everything the agent ever did. Without settings of its own, so that
-- it becomes part of what asks.
create function airlock.calls_in(p_agent uuid, p_tool uuid, p_per text, p_session_id text, p_task_id text)
returns setof agents.tool_invocations language sql stable
as $$
  select i.* from agents.tool_invocations i where p_per = 'task' and i.agent_id = p_agent and i.tool_id = p_tool and i.task_id = p_task_id
  union all
  select i.* from agents.tool_invocations i where p_per <> 'task' and i.agent_id = p_agent and i.tool_id = p_tool and i.session_id = p_session_id
  union all
  select i.* from agents.tool_invocations i
  where p_per = 'task' and p_task_id is null and i.agent_id = p_agent and i.tool_id = p_tool and i.task_id is null
  union all
  select i.* from agents.tool_invocations i
  where p_per <> 'task' and p_session_id is null and i.agent_id = p_agent and i.tool_id = p_tool and i.session_id is null
$$;

-- The completed calls of one task, added up by category: what a report about the task is tied to. External ones are not among them: that
-- they were completed is the word of whoever reports. The hardest call of a category says which tool version the task speaks for, how hard it
-- can count as and when the work was done; `all` is the task as a whole, once. Looked for among the agent's last calls, so that an
-- old agent's report costs no more than a new one's.
create function airlock.calls_of_task(p_agent uuid, p_task text, p_invocation uuid)
returns table (category text, tool_version_id uuid, difficulty int, done_at timestamptz) language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with calls as materialized (
    select t.category, i.tool_version_id, airlock.difficulty_of(i.tier, t.risk, t.safety_class) as difficulty, i.completed_at as done_at, i.id
    from (
      select r.id, r.tool_id, r.tool_version_id, r.tier, r.status, r.task_id, r.is_drill, r.external, r.completed_at from agents.tool_invocations r
      where r.agent_id = p_agent and p_task is not null order by r.id desc limit 2000
    ) i join agents.tools_registry t on t.id = i.tool_id
    where i.task_id = p_task and i.status = 'completed' and not i.is_drill and not coalesce(i.external, false)
    union all
    select t.category, i.tool_version_id, airlock.difficulty_of(i.tier, t.risk, t.safety_class), i.completed_at, i.id
    from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
    where p_task is null and i.id = p_invocation and i.agent_id = p_agent and i.status in ('completed', 'failed') and not i.is_drill
  )
  (select distinct on (c.category) c.category, c.tool_version_id, c.difficulty, c.done_at from calls c order by c.category, c.difficulty desc, c.id)
  union all
  (select 'all', c.tool_version_id, c.difficulty, c.done_at from calls c order by c.difficulty desc, c.id limit 1)
$$;

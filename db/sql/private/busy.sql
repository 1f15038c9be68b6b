-- Agents and tools that have as many calls under way as they may, and those so close to it that whoever claims for them takes
-- turns: as many can be under way unseen as there are workers, for each claims one call at a time. With the bounds it was seen
-- by. A lost call still counts: it may still be running. One that its agent runs itself does not: it takes nothing of ours.
create function airlock.busy(
  out most_of_agent numeric, out most_of_tool numeric, out workers bigint,
  out full_agents uuid[], out full_tools uuid[], out close_agents uuid[], out close_tools uuid[]
)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with bounds as materialized (
    select airlock.setting('agent_concurrency') as of_agent, airlock.setting('tool_concurrency') as of_tool,
      (select count(*) from agents.workers w where w.stopped_at is null) as workers
  ), taken as materialized (
    select i.agent_id, i.tool_id from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null and i.external is not true
  ), by_agent as (
    select t.agent_id, count(*) as calls from taken t group by t.agent_id
  ), by_tool as (
    select t.tool_id, count(*) as calls from taken t group by t.tool_id
  )
  select b.of_agent, b.of_tool, b.workers,
    array(select a.agent_id from by_agent a where a.calls >= b.of_agent), array(select t.tool_id from by_tool t where t.calls >= b.of_tool),
    array(select a.agent_id from by_agent a where a.calls > b.of_agent - b.workers),
    array(select t.tool_id from by_tool t where t.calls > b.of_tool - b.workers)
  from bounds b
$$;

-- Agents and tools that have as many calls under way as they may. A lost call still counts: it may still be running.
create function airlock.busy(out full_agents uuid[], out full_tools uuid[])
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with taken as materialized (
    select i.agent_id, i.tool_id from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null)
  select
    array(select t.agent_id from taken t group by t.agent_id having count(*) >= airlock.setting('agent_concurrency')),
    array(select t.tool_id from taken t group by t.tool_id having count(*) >= airlock.setting('tool_concurrency'))
$$;

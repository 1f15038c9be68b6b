-- How many more calls of this agent and this tool may be under way, by what is committed. A lost call still counts: it may
-- still be running.
create function airlock.room_left(p_agent uuid, p_tool uuid)
returns numeric language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select least(
    airlock.setting('agent_concurrency') - count(*) filter (where i.agent_id = p_agent),
    airlock.setting('tool_concurrency') - count(*) filter (where i.tool_id = p_tool))
  from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null
$$;

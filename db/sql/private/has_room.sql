-- Whether one more call of this agent and this tool may start. Far from a limit nobody has to wait; close to one, those who
-- claim for the same agent or tool take turns and count again, so that no race passes it.
create function airlock.has_room(p_agent uuid, p_tool uuid)
returns boolean language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  agent_most numeric := airlock.setting('agent_concurrency');
  tool_most numeric := airlock.setting('tool_concurrency');
  workers bigint := (select count(*) from agents.workers w where w.stopped_at is null);
  taken record;
begin
  select count(*) filter (where i.agent_id = p_agent) as of_agent, count(*) filter (where i.tool_id = p_tool) as of_tool into strict taken
  from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null;
  if taken.of_agent + workers <= agent_most and taken.of_tool + workers <= tool_most then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim-agent:' || p_agent, 0));
  perform pg_advisory_xact_lock(hashtextextended('claim-tool:' || p_tool, 0));
  select count(*) filter (where i.agent_id = p_agent) as of_agent, count(*) filter (where i.tool_id = p_tool) as of_tool into strict taken
  from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null;
  return taken.of_agent < agent_most and taken.of_tool < tool_most;
end
$$;

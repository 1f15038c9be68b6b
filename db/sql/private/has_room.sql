-- Whether one more call of this agent and this tool may start. Far from a limit those who claim do not wait for each other:
-- a worker claims one call at a time, so as many can be under way unseen as there are workers. Close to one they take turns,
-- and wait for all who did not: one of those, slow to commit, would be missed by the count. False at the crossing from one to
-- the other costs a second look.
create function airlock.has_room(p_agent uuid, p_tool uuid)
returns boolean language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  workers bigint := (select count(*) from agents.workers w where w.stopped_at is null);
  of_agent bigint := hashtextextended('claim-agent:' || p_agent, 0);
  of_tool bigint := hashtextextended('claim-tool:' || p_tool, 0);
begin
  if airlock.room_left(p_agent, p_tool) >= workers then
    perform pg_advisory_xact_lock_shared(of_agent);
    perform pg_advisory_xact_lock_shared(of_tool);
    return airlock.room_left(p_agent, p_tool) >= workers;
  end if;
  perform pg_advisory_xact_lock(of_agent);
  perform pg_advisory_xact_lock(of_tool);
  return airlock.room_left(p_agent, p_tool) >= 1;
end
$$;

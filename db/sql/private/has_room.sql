-- Whether one more call of this agent and this tool may start, counted behind a lock that is held until the claim commits. Far
-- from a limit those who claim do not wait for each other; close to one (airlock.busy) they take turns, and wait for all who did
-- not: one of those, slow to commit, would be missed by the count. False at the crossing from one to the other costs a second
-- look. A lost call still counts: it may still be running.
create function airlock.has_room(p_agent uuid, p_tool uuid, p_close boolean, p_most_of_agent numeric, p_most_of_tool numeric, p_workers bigint)
returns boolean language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  of_agent constant bigint := airlock.lock_name('claim-agent:' || p_agent);
  of_tool constant bigint := airlock.lock_name('claim-tool:' || p_tool);
  -- With more workers than calls that may run, an agent with none under way is close too.
  takes_turns constant boolean := p_close or least(p_most_of_agent, p_most_of_tool) < p_workers;
  room numeric;
begin
  if takes_turns then
    perform pg_advisory_xact_lock(of_agent), pg_advisory_xact_lock(of_tool);
  else
    perform pg_advisory_xact_lock_shared(of_agent), pg_advisory_xact_lock_shared(of_tool);
  end if;
  -- A statement of its own, after the locks: it sees what those before it committed.
  select least(p_most_of_agent - count(*) filter (where i.agent_id = p_agent), p_most_of_tool - count(*) filter (where i.tool_id = p_tool))
  into strict room from agents.tool_invocations i where i.status = 'running' and i.claimed_at is not null and i.external is not true;
  return coalesce(room >= case when takes_turns then 1 else p_workers end, false);
end
$$;

-- How many calls of these tools (null: of all) an agent made in the last while, counted no further than asked for; null where nobody asks. Ids are in
-- the order of time, so that only the last of an agent's are looked at. Two statements, for one that asks "all or these" of each row costs twice as much.
create function airlock.calls_within(p_agent uuid, p_tools uuid[], p_window interval, p_except uuid, p_most int)
returns int language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_most is null then
    return null;
  elsif p_tools is null then
    return (select count(*) from (
      select from agents.tool_invocations i
      where i.agent_id = p_agent and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window
        and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
      limit p_most) made);
  end if;
  return (select count(*) from (
    select from agents.tool_invocations i
    where i.agent_id = p_agent and i.id >= airlock.first_id_of(now() - p_window) and i.asked_at > now() - p_window and i.tool_id = any (p_tools)
      and i.status not in ('denied', 'rejected') and not i.is_drill and i.id is distinct from p_except
    limit p_most) made);
end
$$;

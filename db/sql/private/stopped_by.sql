-- The open kill switch that covers this agent or tool, if any; the widest first.
create function airlock.stopped_by(p_agent uuid, p_tool uuid)
returns setof agents.kill_switches language sql stable
as $$
  select k.* from agents.kill_switches k
  where k.released_at is null
    and (k.scope = 'global' or (k.scope = 'agent' and k.target_id = p_agent) or (k.scope = 'tool' and k.target_id = p_tool))
  order by k.scope = 'global' desc, k.thrown_at
  limit 1
$$;

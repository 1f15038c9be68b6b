-- Whether an agent may not go on with what it runs itself: a person froze it, or a kill switch covers it or the tool.
create function airlock.is_stopped(p_agent uuid, p_tool uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from airlock.stopped_by(p_agent, p_tool)) or exists (select from agents.agents a where a.id = p_agent and a.frozen_at is not null)
$$;

-- The level an agent acts at with tools of a category: the lowest of what an admin declared and of what it is trusted
-- with. Trust can only take away.
create function airlock.effective_level(p_agent agents.agents, p_category text)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_agent.access_level = 'custom' then 'custom' else (
    select l.level from agents.access_levels l
    where l.level = p_agent.access_level
      or l.level in (select t.level from agents.agent_trust t where t.agent_id = p_agent.id and t.category in ('all', p_category))
    order by l.rank limit 1) end
$$;

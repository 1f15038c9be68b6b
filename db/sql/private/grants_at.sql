-- What an agent may reach at a level; a custom one has its own list.
create function airlock.grants_at(p_agent agents.agents, p_level text)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_level = 'custom' then p_agent.custom_grants
    else (select l.grants from agents.access_levels l where l.level = p_level) end
$$;

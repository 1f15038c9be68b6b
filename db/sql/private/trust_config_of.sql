-- How an agent earns trust: its own section of the policy in force, or everybody's; null where there is neither.
create function airlock.trust_config_of(p_agent uuid)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(a.trust_config, (select f.config from agents.trust_in_force f where f.one = 1)) from agents.agents a where a.id = p_agent
$$;

-- Whether an agent's levels move by what it does. Under `disabled`, and without any configuration, only people move them.
create function airlock.earns_trust(p_agent uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(airlock.trust_config_of(p_agent) ->> 'strategy', 'disabled') <> 'disabled'
$$;

-- The policy version in force.
create function airlock.policy_version()
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select f.version from agents.policy_in_force f where f.one = 1
$$;

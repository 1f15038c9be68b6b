-- The policy version in force.
create function airlock.policy_version()
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(version), 1) from agents.policy_versions
$$;

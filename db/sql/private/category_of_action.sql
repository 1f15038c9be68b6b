-- The category of the tools that do what an action type names.
create function airlock.category_of_action(p_action_type text)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((jsonb_build_object('db', 'database', 'deploy', 'deployment', 'comms', 'communication', 'exec', 'terminal',
    'vcs', 'version_control', 'metrics', 'analytics', 'fs', 'file_system', 'code', 'file_system', 'docs', 'file_system', 'test', 'file_system'))
    ->> f.name, f.name)
  from (select split_part(p_action_type, ':', 1)) f (name)
$$;

-- The category of the tools that do what an action type names. A family goes by one category, but for exec: running code is not a terminal
-- (DEFAULT_ACTION of lib/policy/action-types.ts).
create function airlock.category_of_action(p_action_type text)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_action_type = 'exec:code' then 'code_execution' else coalesce((jsonb_build_object('db', 'database', 'deploy', 'deployment', 'comms', 'communication', 'exec', 'terminal',
    'vcs', 'version_control', 'metrics', 'analytics', 'fs', 'file_system', 'code', 'file_system', 'docs', 'file_system', 'test', 'file_system'))
    ->> f.name, f.name) end
  from (select split_part(p_action_type, ':', 1)) f (name)
$$;

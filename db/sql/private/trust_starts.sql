-- Where an agent starts under a trust section, a scope a row; none where nothing is earned.
create function airlock.trust_starts(p_config jsonb)
returns table (category text, level text) language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select 'all', coalesce(p_config ->> 'initial_level', 'sandboxed') where p_config ->> 'strategy' in ('weighted', 'milestone')
  union all
  select c, coalesce(p_config -> 'initial_levels' ->> c, 'sandboxed')
  from unnest(array['file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment',
    'memory', 'mcp']) c where p_config ->> 'strategy' = 'per_category'
$$;

-- Whether the first grant reaches further than the second anywhere. A person whom only the second asks for is reach as well; not where
-- the first has no network at all: most tools that the second would ask about it refuses, and for the others it asks all the same (airlock.grants_at).
create function airlock.reaches_further(p_left jsonb, p_right jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.narrower(array['workspace_only', 'project_directory', 'full'], p_left ->> 'file_system', coalesce(p_right ->> 'file_system', '')) is distinct from coalesce(p_left ->> 'file_system', 'workspace_only')
    or airlock.narrower(array['none', 'allowlist_only', 'open'], p_left ->> 'network', coalesce(p_right ->> 'network', '')) is distinct from coalesce(p_left ->> 'network', 'none')
    or airlock.narrower(array['local_only', 'read_and_branch', 'full'], p_left ->> 'git', coalesce(p_right ->> 'git', '')) is distinct from coalesce(p_left ->> 'git', 'local_only')
    or airlock.narrower(array['none', 'restricted_commands', 'full'], p_left ->> 'terminal', coalesce(p_right ->> 'terminal', '')) is distinct from coalesce(p_left ->> 'terminal', 'none')
    or (coalesce((p_left -> 'deployment')::boolean, false) and not coalesce((p_right -> 'deployment')::boolean, false))
    or (p_left ->> 'terminal' <> 'none' and airlock.commands_of(p_right ->> 'terminal', p_right -> 'commands') is not null
      and (airlock.commands_of(p_left ->> 'terminal', p_left -> 'commands') <@ airlock.commands_of(p_right ->> 'terminal', p_right -> 'commands')) is not true)
    or exists (
      select from jsonb_array_elements_text(p_right -> 'requires_approval') w
      where not coalesce(p_left -> 'requires_approval', '[]') ?| array[w, split_part(w, ':', 1)]
        and not (coalesce(p_left ->> 'network', 'none') = 'none' and split_part(w, ':', 1) in
          ('web', 'db', 'comms', 'metrics', 'deploy', 'mcp', 'database', 'communication', 'analytics', 'deployment')))
$$;

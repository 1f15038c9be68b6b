-- What two grants both allow, field by field; what the second does not mention stays as the first has it. Approvals that either asks for
-- are asked for; of two lists of commands what is on both.
create function airlock.meet_grants(p_left jsonb, p_right jsonb)
returns jsonb language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_right is null then p_left else (p_left - 'commands') || jsonb_build_object(
    'file_system', airlock.narrower(array['workspace_only', 'project_directory', 'full'], p_left ->> 'file_system', p_right ->> 'file_system'),
    'network', airlock.narrower(array['none', 'allowlist_only', 'open'], p_left ->> 'network', p_right ->> 'network'),
    'git', airlock.narrower(array['local_only', 'read_and_branch', 'full'], p_left ->> 'git', p_right ->> 'git'),
    'terminal', airlock.narrower(array['none', 'restricted_commands', 'full'], p_left ->> 'terminal', p_right ->> 'terminal'),
    'deployment', coalesce((p_left -> 'deployment')::boolean, false) and coalesce((p_right -> 'deployment')::boolean, true),
    'requires_approval', (
      select coalesce(jsonb_agg(distinct w), '[]')
      from jsonb_array_elements(coalesce(p_left -> 'requires_approval', '[]') || coalesce(p_right -> 'requires_approval', '[]')) w))
    || case when p_left ? 'commands' or p_right ? 'commands' then (
      select jsonb_build_object('commands', case when l.names is null then to_jsonb(r.names) when r.names is null then to_jsonb(l.names)
        else to_jsonb(array(select n from unnest(l.names) n where n = any (r.names))) end)
      from (select airlock.commands_of(p_left ->> 'terminal', p_left -> 'commands') as names) l,
        -- A side that says nothing of the terminal has an opinion on programs only where it lists them.
        (select airlock.commands_of(case p_right ->> 'terminal' when 'restricted_commands' then 'restricted_commands' else 'full' end, p_right -> 'commands') as names) r)
    else '{}' end
  end
$$;

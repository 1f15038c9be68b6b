-- Whether the second of two grants of one name is wider than the first anywhere. `p_partial`: of an agent's own narrowing, where what is not said
-- bounds nothing; of a level it is the narrowest.
create function airlock.grant_widens(p_before jsonb, p_after jsonb, p_partial boolean)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
      select from (values
        ('file_system', array['workspace_only', 'project_directory', 'full']), ('network', array['none', 'allowlist_only', 'open']),
        ('git', array['local_only', 'read_and_branch', 'full']), ('terminal', array['none', 'restricted_commands', 'full']), ('code_execution', array['containerized'])
      ) f (name, words)
      where case when p_before ? f.name then not p_after ? f.name or coalesce(array_position(f.words, p_after ->> f.name), 9) > coalesce(array_position(f.words, p_before ->> f.name), 9)
        else not p_partial and p_after ? f.name and p_after ->> f.name <> f.words[1] end)
    or case when p_partial then p_before -> 'deployment' = 'false' and p_after -> 'deployment' is distinct from 'false'
      else p_before -> 'deployment' is distinct from 'true' and p_after -> 'deployment' = 'true' end
    or not coalesce(p_after -> 'requires_approval', '[]') @> coalesce(p_before -> 'requires_approval', '[]')
    or case
      when p_before ? 'commands' then not p_after ? 'commands' or not p_before -> 'commands' @> (p_after -> 'commands')
      -- A narrowing to a restricted terminal meant the fixed few by it: a list takes their place.
      else p_after ? 'commands' and (not p_partial or (p_before ->> 'terminal' = 'restricted_commands'
        and not airlock.texts_of(p_after -> 'commands') <@ airlock.commands_of('restricted_commands', null))) end
$$;

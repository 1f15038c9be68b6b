-- Whether an agent may use a tool at all, however many people it takes: the policy does not deny it by name, by level or by profile.
create function airlock.permits(p_terms airlock.call_terms)
returns boolean language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return not p_terms.tool_name = any (p_terms.denied_tools)
    and (p_terms.tool_name = any (p_terms.allowed_tools) or not (
      (p_terms.category in ('web', 'database', 'communication', 'analytics', 'mcp', 'deployment') and coalesce(p_terms.grants ->> 'network', 'none') = 'none')
      or (p_terms.category = 'terminal' and coalesce(p_terms.grants ->> 'terminal', 'none') = 'none')))
    and not (p_terms.action_type = 'vcs:push' and coalesce(p_terms.grants ->> 'git', 'local_only') <> 'full')
    and not coalesce((p_terms.constraints ->> 'forbidden')::boolean, false)
    and (cardinality(p_terms.profile_ids) = 0 or not airlock.judge_profiles(p_terms) @> '[{"concluded": "deny"}]');
end
$$;

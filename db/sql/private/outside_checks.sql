-- The services that the policy has asked before a call of this tool is decided.
create function airlock.outside_checks(p_tool text)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(c order by place), '[]')
  from agents.policy_in_force f join agents.policy_versions v on v.version = f.version
  cross join jsonb_array_elements(v.document -> 'checks') with ordinality e (c, place)
  where f.one = 1 and (not c ? 'tools' or c -> 'tools' ? p_tool)
$$;

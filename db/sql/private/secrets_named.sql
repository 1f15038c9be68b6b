-- Names and versions of the kept credentials that a tool's version names; null where it names none, or none of them is kept.
create function airlock.secrets_named(p_version uuid)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_agg(jsonb_build_object('name', s.name, 'version', s.version) order by s.name)
  from agents.tool_versions v
  cross join lateral jsonb_array_elements_text(coalesce(v.contract #> '{requires,secrets}', '[]')) wanted(name)
  join agents.secrets s on s.name = wanted.name and s.retired_at is null
  where v.id = p_version
$$;

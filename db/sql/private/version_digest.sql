-- What a reviewer of a version is asked: this definition and what the scanner said of it, in the place of the one in force, for a
-- tool in this state. When any of it changes, the question is another one.
create function airlock.version_digest(p_version uuid)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.sha256_hex(concat_ws(E'\n', 'al1-version', v.definition_hash, coalesce(b.definition_hash, 'none'), t.state,
    airlock.sha256_hex(v.findings::text)))
  from agents.tool_versions v
  join agents.tools_registry t on t.id = v.tool_id
  left join agents.tool_versions b on b.id = t.pinned_version_id
  where v.id = p_version
$$;

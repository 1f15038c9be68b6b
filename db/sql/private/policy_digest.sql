-- What a reviewer of a policy sees, as one digest: the document, and what it was written from.
create function airlock.policy_digest(p_version agents.policy_versions)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.sha256_hex(concat_ws(E'\n', 'al1-policy', p_version.version::text, coalesce(p_version.base_version, 0)::text, p_version.document::text))
$$;

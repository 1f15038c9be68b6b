-- The code a contract names, by its hash; the worker hashes what it gets before it mounts it.
create function agents.fn_code_bundle(p_sha256 text)
returns text language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select b.code from agents.code_bundles b where b.sha256 = p_sha256
$$;

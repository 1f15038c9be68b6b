-- The identity of a contract, over its exact RFC 8785 text; lib/registry/hash.ts computes the same.
create function airlock.definition_hash(p_contract_text text)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select 'al1:sha256:' || encode(sha256(
    convert_to('airlock/tool-contract', 'UTF8') || decode('00', 'hex') || convert_to('1', 'UTF8') || decode('00', 'hex')
      || convert_to(p_contract_text, 'UTF8')), 'hex')
$$;

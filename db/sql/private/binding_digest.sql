-- What an approval is bound to: definition, exact input, policy version, revision. The pre-image is the same five lines
-- that lib/registry/hash.ts builds; no field can contain a newline.
create function airlock.binding_digest(p_definition_hash text, p_input_digest text, p_policy_version int, p_revision int)
returns text language sql stable
as $$
  select airlock.sha256_hex(concat_ws(
    E'\n', 'al1-binding', p_definition_hash, p_input_digest, p_policy_version::text, p_revision::text))
$$;

-- Writes a contract as the next version of its tool. The hash is computed here over the exact text, and the class columns
-- are read out of it here: a caller cannot name one thing and store another.
create function airlock.register_version(
  p_contract_text text, p_body_hash text, p_part_hashes jsonb, p_name_skeleton text, p_name_skeleton_folded text,
  p_findings jsonb, p_bundle text, p_author uuid
)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  contract jsonb := p_contract_text::jsonb;
  tool uuid;
  version uuid := airlock.new_id();
  hash text := 'al1:sha256:' || encode(sha256(
    convert_to('airlock/tool-contract', 'UTF8') || decode('00', 'hex') || convert_to('1', 'UTF8') || decode('00', 'hex') || convert_to(p_contract_text, 'UTF8')), 'hex');
begin
  perform airlock.check_contract(contract);
  if contract #>> '{runtime,kind}' = 'bundle' then
    if p_bundle is null or airlock.sha256_hex(p_bundle) is distinct from contract #>> '{runtime,sha256}' then
      perform airlock.refuse('AL026', 'The code does not have the hash that the contract names.');
    end if;
    insert into agents.code_bundles (sha256, code, created_at) values (contract #>> '{runtime,sha256}', p_bundle, now()) on conflict do nothing;
  end if;
  select t.id into tool from agents.tools_registry t where t.name = contract ->> 'name' for update;
  if tool is null then
    tool := airlock.new_id();
    insert into agents.tools_registry (id, name, name_skeleton, name_skeleton_folded, egress_class, safety_class, category,
      action_type, risk, requires_approval, state, created_at, updated_at)
    values (tool, contract ->> 'name', p_name_skeleton, p_name_skeleton_folded, contract ->> 'egressClass', contract ->> 'safetyClass',
      contract ->> 'category', contract ->> 'actionType', contract #>> '{policy,risk}', false, 'active', now(), now())
    on conflict do nothing;
    if not found then
      perform airlock.refuse('AL030', 'Another tool has this name, or one that looks the same.');
    end if;
  end if;
  insert into agents.tool_versions (id, tool_id, number, definition_hash, body_hash, part_hashes, contract_text, contract, findings,
    state, author_id, created_at)
  values (version, tool, 1 + coalesce((select max(v.number) from agents.tool_versions v where v.tool_id = tool), 0), hash, p_body_hash,
    p_part_hashes, p_contract_text, contract, p_findings, 'review', p_author, now());
  return version;
end
$$;
